#if canImport(UIKit)
public import Foundation
package import UIKit

/// Reports the lifecycle of an app on iOS, iPadOS and visionOS, by UIKit's notifications.
///
/// An app is active while one of its scenes is. Locking a device that has a passcode makes its protected data
/// unavailable, which counts as locking the device; one without a passcode does not. A suspended app is not told: it
/// learns of the absence alone, when it is resumed. Nor is an app of Mac Catalyst, or of an iPad on a Mac.
public struct UIKitLifecycleSource: LifecycleSource {
    private let center: NotificationCenter

    /// Listens to nothing yet.
    public init(center: NotificationCenter = .default) { self.center = center }

    /// What the app is now, for its creator to tell after `start`: an app that was active by then is not reported as
    /// active, and would stay covered. `lifecycle.updateState(UIKitLifecycleSource.currentState)`
    @available(iOSApplicationExtension, unavailable)
    @MainActor
    public static var currentState: AppState { AppState(UIApplication.shared.applicationState) }

    /// Reports from now on.
    public func start(reportingTo lifecycle: AppLifecycleManager) -> LifecycleRegistration {
        center.report(
            [
                LifecycleNotification(UIApplication.didBecomeActiveNotification, means: .active),
                LifecycleNotification(UIApplication.willResignActiveNotification, means: .inactive),
                LifecycleNotification(UIApplication.didEnterBackgroundNotification, means: .background),
                LifecycleNotification(UIApplication.willEnterForegroundNotification, means: .inactive),
                LifecycleNotification(UIApplication.willTerminateNotification) { $0.reportTermination() },
                LifecycleNotification(UIApplication.protectedDataWillBecomeUnavailableNotification) {
                    $0.reportDeviceLock()
                },
            ], to: lifecycle)
    }
}

extension AppState {
    package init(_ state: UIApplication.State) {
        self =
            switch state {
            case .active: .active
            case .inactive: .inactive
            case .background: .background
            @unknown default: .inactive
            }
    }
}
#endif
