#if canImport(SwiftUI)
internal import Foundation

/// Observes notifications of UIKit or AppKit for as long as the object lives. They are posted on the main thread, and
/// observed before the poster goes on.
///
/// Proof for `@unchecked Sendable`: the list is only written on the main actor; the last owner reads it.
final class NotificationObservers: @unchecked Sendable {
    private var observers: [any NSObjectProtocol] = []

    @MainActor var isEmpty: Bool { observers.isEmpty }

    /// Runs the closure at each notification of the name.
    @MainActor
    func observe(_ name: Notification.Name, _ body: @escaping @MainActor @Sendable () -> Void) {
        let observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
            MainActor.assumeIsolated { body() }
        }
        observers.append(observer)
    }

    deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
}
#endif
