#if canImport(UIKit)
package import Foundation
internal import UIKit

/// Whether the device is unlocked, so that files under complete protection and secrets for an unlocked device can be
/// read.
///
/// The system may start an app in the background, before the first unlock or while the device is locked again. Nothing
/// is to be judged missing until it is unlocked: wait before reading what the lock has stored. A device without a
/// passcode is always unlocked
/// (<https://developer.apple.com/documentation/uikit/uiapplication/isprotecteddataavailable>).
@MainActor
public struct ProtectedData {
    /// After each of these it is asked again. A process that was suspended while the device was unlocked may never get
    /// the first one.
    private static let hints = [
        UIApplication.protectedDataDidBecomeAvailableNotification, UIApplication.willEnterForegroundNotification,
        UIApplication.didBecomeActiveNotification, UIScene.didActivateNotification,
    ]

    private let center: NotificationCenter
    private let check: @MainActor () -> Bool

    /// Asks the system. Not for app extensions, which have no `UIApplication`.
    @available(iOSApplicationExtension, unavailable)
    public init() { self.init(center: .default) { UIApplication.shared.isProtectedDataAvailable } }

    package init(center: NotificationCenter, check: @escaping @MainActor () -> Bool) {
        (self.center, self.check) = (center, check)
    }

    /// Whether it can be read now.
    public var isAvailable: Bool { check() }

    /// Returns once it can be read, or the task is cancelled.
    public func waitUntilAvailable() async {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let observers = Self.hints.map { name in
            center.addObserver(forName: name, object: nil, queue: nil) { _ in continuation.yield() }
        }
        defer { for observer in observers { center.removeObserver(observer) } }
        // Asked after listening began, so that no change can fall in between.
        guard !isAvailable else { return }
        for await _ in changes where isAvailable { return }
    }
}
#endif
