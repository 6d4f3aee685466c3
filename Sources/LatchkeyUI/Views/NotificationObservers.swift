#if canImport(SwiftUI)
internal import Foundation
internal import LatchkeyCore

/// Observers of UIKit or AppKit notifications, for the lifetime of the object. A notification on the main thread is
/// handled before its poster continues; one on another thread is handled later.
///
/// Proof for `@unchecked Sendable`: the list is only written on the main actor; the last owner reads it.
final class NotificationObservers: @unchecked Sendable {
    private var observers: [any NSObjectProtocol] = []

    /// Calls the closure for each notification with this name, with the identifier of the notification's object.
    @MainActor
    func observe(_ name: Notification.Name, _ body: @escaping @MainActor @Sendable (ObjectIdentifier?) -> Void) {
        let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notification in
            let object = notification.object.map { ObjectIdentifier($0 as AnyObject) }
            if Thread.isMainThread || MainQueue.isCurrent {
                MainActor.assumeIsolated { body(object) }
            } else {
                Task { @MainActor in body(object) }
            }
        }
        observers.append(observer)
    }

    deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
}
#endif
