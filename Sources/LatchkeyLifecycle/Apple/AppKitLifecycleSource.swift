#if os(macOS)
internal import AppKit
package import Foundation

/// Reports the lifecycle of an app on a Mac, by AppKit's notifications.
///
/// Another app in front makes it inactive, and its user has left it (``LifecycleEvent/leave``); hiding it puts it into
/// the background. A locked screen, protected data that is about to be unavailable, displays that sleep, a Mac that
/// sleeps and another user's session count as locking the device: another person may come back.
public struct AppKitLifecycleSource: LifecycleSource {
    private let center: NotificationCenter
    private let workspace: NotificationCenter

    /// Listens to nothing yet.
    public init() { self.init(center: .default, workspace: NSWorkspace.shared.notificationCenter) }

    package init(center: NotificationCenter, workspace: NotificationCenter) {
        (self.center, self.workspace) = (center, workspace)
    }

    /// What the app is now, for its creator to tell after `start`:
    /// `lifecycle.updateState(AppKitLifecycleSource.currentState)`.
    @MainActor
    public static var currentState: AppState {
        let app = NSApplication.shared
        return app.isActive ? .active : app.isHidden ? .background : .inactive
    }

    /// Reports from now on.
    public func start(reportingTo lifecycle: AppLifecycleManager) -> LifecycleRegistration {
        let app = center.report(
            [
                LifecycleNotification(NSApplication.didBecomeActiveNotification, means: .active),
                LifecycleNotification(NSApplication.willResignActiveNotification) {
                    $0.updateState(.inactive)
                    $0.reportLeave()
                },
                LifecycleNotification(NSApplication.didHideNotification, means: .background),
                LifecycleNotification(NSApplication.didUnhideNotification, means: .inactive),
                LifecycleNotification(NSApplication.willTerminateNotification) { $0.reportTermination() },
                LifecycleNotification(.NSApplicationProtectedDataWillBecomeUnavailable) { $0.reportDeviceLock() },
            ], to: lifecycle)
        let session = workspace.report(
            [
                NSWorkspace.sessionDidResignActiveNotification, NSWorkspace.screensDidSleepNotification,
                NSWorkspace.willSleepNotification,
            ].map { name in LifecycleNotification(name) { $0.reportDeviceLock() } }, to: lifecycle)
        let screen = ScreenLockObserver { lifecycle.reportDeviceLock() }
        screen.start()
        return LifecycleRegistration {
            app.cancel()
            session.cancel()
            screen.stop()
        }
    }
}
#endif
