#if canImport(UIKit) || canImport(AppKit)
internal import Foundation
internal import LatchkeyCore

/// A system notification and the report that it causes.
struct LifecycleNotification: Sendable {
    let name: Notification.Name
    let report: @Sendable (AppLifecycleManager) -> Void

    init(_ name: Notification.Name, _ report: @escaping @Sendable (AppLifecycleManager) -> Void) {
        (self.name, self.report) = (name, report)
    }

    init(_ name: Notification.Name, means state: AppState) { self.init(name) { $0.updateState(state) } }
}

extension NotificationCenter {
    /// Reports the notifications until the registration is cancelled, on the thread that posts them. Content is thus
    /// covered before the system takes its snapshot for the app switcher.
    func report(_ notifications: [LifecycleNotification], to lifecycle: AppLifecycleManager) -> LifecycleRegistration {
        let registrations = notifications.map { notification in
            let observer = addObserver(forName: notification.name, object: nil, queue: nil) { _ in
                notification.report(lifecycle)
            }
            let token = LockedValue<ObserverToken?>(ObserverToken(observer: observer))
            return LifecycleRegistration {
                let observer = token.withLock { token in
                    defer { token = nil }
                    return token?.observer
                }
                if let observer { self.removeObserver(observer) }
            }
        }
        return LifecycleRegistration { for registration in registrations { registration.cancel() } }
    }
}

/// Proof for `@unchecked Sendable`: the object is only passed to the notification center, which any thread may call.
private struct ObserverToken: @unchecked Sendable {
    let observer: any NSObjectProtocol
}
#endif
