#if os(macOS)
internal import AppKit
package import Foundation

/// The lifecycle of a Mac app, from AppKit's notifications.
///
/// When another app is in front, this app is inactive and the user has left it (``LifecycleEvent/leave``). Hiding it
/// puts it into the background. A locked screen, protected data that becomes unavailable, sleeping displays, a sleeping
/// Mac and another user's session count as locking the device. Another person may return.
public struct AppKitLifecycleSource: LifecycleSource {
    private let center: NotificationCenter
    private let workspace: NotificationCenter

    /// Creates a source that is not started.
    public init() { self.init(center: .default, workspace: NSWorkspace.shared.notificationCenter) }

    package init(center: NotificationCenter, workspace: NotificationCenter) {
        (self.center, self.workspace) = (center, workspace)
    }

    /// The current state of the app. Report it after `start`:
    /// `lifecycle.updateState(AppKitLifecycleSource.currentState)`.
    @MainActor
    public static var currentState: AppState {
        let app = NSApplication.shared
        return app.isActive ? .active : app.isHidden ? .background : .inactive
    }

    /// Reports the app's changes until the registration is cancelled.
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
