#if canImport(UIKit)
public import Foundation
internal import UIKit

/// What UIKit tells about the app on iOS, iPadOS and visionOS: it comes, goes and ends, and the device is locked.
///
/// An app is active while one of its scenes is. Locking a device that has a passcode makes its protected data
/// unavailable, which counts as locking the device; one without tells nothing.
public struct UIKitLifecycleSource: LifecycleSource {
    private let center: NotificationCenter

    /// Listens to nothing yet.
    public init(center: NotificationCenter = .default) { self.center = center }

    /// Reports from now on. What the app is at the time is for its creator to tell:
    /// `AppLifecycleManager(initialState: .inactive)` at launch.
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
#endif
