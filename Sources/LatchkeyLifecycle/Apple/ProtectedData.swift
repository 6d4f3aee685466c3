#if canImport(UIKit)
package import Foundation
internal import UIKit

/// The availability of files and secrets that require an unlocked device.
///
/// The system may start an app in the background before the first unlock, or while the device is locked again. Data
/// then seems to be missing: wait before reading what the lock has stored. A device without a passcode is always
/// unlocked (<https://developer.apple.com/documentation/uikit/uiapplication/isprotecteddataavailable>).
@MainActor
public struct ProtectedData {
    /// The notifications after which availability is checked again. A process that was suspended while the device was
    /// unlocked may never get the first one.
    private static let hints = [
        UIApplication.protectedDataDidBecomeAvailableNotification, UIApplication.willEnterForegroundNotification,
        UIApplication.didBecomeActiveNotification, UIScene.didActivateNotification,
    ]

    private let center: NotificationCenter
    private let check: @MainActor () -> Bool

    /// Creates a value that reads the system's state. Not for app extensions, which have no `UIApplication`.
    @available(iOSApplicationExtension, unavailable)
    public init() { self.init(center: .default) { UIApplication.shared.isProtectedDataAvailable } }

    package init(center: NotificationCenter, check: @escaping @MainActor () -> Bool) {
        (self.center, self.check) = (center, check)
    }

    /// Whether protected data can be read now.
    public var isAvailable: Bool { check() }

    /// Returns once protected data can be read, or the task is cancelled.
    public func waitUntilAvailable() async {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let observers = Self.hints.map { name in
            center.addObserver(forName: name, object: nil, queue: nil) { _ in continuation.yield() }
        }
        defer { for observer in observers { center.removeObserver(observer) } }
        // Checked after observing began, so that no change is missed.
        guard !isAvailable else { return }
        for await _ in changes where isAvailable { return }
    }
}
#endif
