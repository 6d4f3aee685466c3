// swift-format-ignore-file
@testable import LatchkeyLifecycle
@testable import LatchkeyUI
#if canImport(AppKit)
import AppKit
import Foundation

/// What AppKit tells about an app on a Mac: it comes, goes and ends, and the session is left.
///
/// Another app in front makes it inactive; hiding it puts it into the background. Displays that sleep, a Mac that sleeps
/// and another user's session count as locking the device: whoever wakes it may be somebody else.
struct AppKitLifecycleSource: LifecycleSource {
    private let center: NotificationCenter
    private let workspace: NotificationCenter

    /// Listens to nothing yet.
    init() { self.init(center: .default, workspace: NSWorkspace.shared.notificationCenter) }

    init(center: NotificationCenter, workspace: NotificationCenter) {
        (self.center, self.workspace) = (center, workspace)
    }

    /// What the app is now, for its creator to tell after `start`: `lifecycle.updateState(AppKitLifecycleSource.currentState)`.
    @MainActor
    static var currentState: AppState {
        let app = NSApplication.shared
        return app.isActive ? .active : app.isHidden ? .background : .inactive
    }

    /// Reports from now on.
    func start(reportingTo lifecycle: AppLifecycleManager) -> LifecycleRegistration {
        let app = center.report(
            [
                LifecycleNotification(NSApplication.didBecomeActiveNotification, means: .active),
                LifecycleNotification(NSApplication.willResignActiveNotification, means: .inactive),
                LifecycleNotification(NSApplication.didHideNotification, means: .background),
                LifecycleNotification(NSApplication.didUnhideNotification, means: .inactive),
                LifecycleNotification(NSApplication.willTerminateNotification) { $0.reportTermination() },
            ], to: lifecycle)
        let session = workspace.report(
            [
                NSWorkspace.sessionDidResignActiveNotification, NSWorkspace.screensDidSleepNotification,
                NSWorkspace.willSleepNotification,
            ].map { name in LifecycleNotification(name) { $0.reportDeviceLock() } }, to: lifecycle)
        return LifecycleRegistration {
            app.cancel()
            session.cancel()
        }
    }
}
#endif
