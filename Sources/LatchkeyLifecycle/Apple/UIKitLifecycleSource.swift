#if canImport(UIKit)
public import Foundation
package import UIKit

/// The lifecycle of an app on iOS, iPadOS and visionOS, from UIKit's notifications.
///
/// An app is active while one of its scenes is. Locking a device with a passcode makes its protected data unavailable,
/// which is reported as a device lock. Without a passcode, locking is not reported. A suspended app gets no
/// notification, and only measures its absence when it resumes. The same is true of Mac Catalyst apps and iPad apps on
/// a Mac.
public struct UIKitLifecycleSource: LifecycleSource {
    private let center: NotificationCenter

    /// Creates a source that is not started.
    public init(center: NotificationCenter = .default) { self.center = center }

    /// The current state of the app. Report it after `start`:
    /// `lifecycle.updateState(UIKitLifecycleSource.currentState)`. Otherwise an app that became active earlier stays
    /// covered.
    @available(iOSApplicationExtension, unavailable)
    @MainActor
    public static var currentState: AppState { AppState(UIApplication.shared.applicationState) }

    /// Reports the app's changes until the registration is cancelled.
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
