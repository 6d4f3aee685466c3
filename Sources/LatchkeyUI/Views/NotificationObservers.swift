#if canImport(SwiftUI)
internal import Foundation
internal import LatchkeyCore

/// Observes notifications of UIKit or AppKit for as long as the object lives. They are posted on the main thread, and
/// observed before the poster goes on; one that is posted elsewhere is observed later.
///
/// Proof for `@unchecked Sendable`: the list is only written on the main actor; the last owner reads it.
final class NotificationObservers: @unchecked Sendable {
    private var observers: [any NSObjectProtocol] = []

    @MainActor var isEmpty: Bool { observers.isEmpty }

    /// Runs the closure at each notification of the name, with the identifier of the notification's object.
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
