public import LatchkeyLifecycle

/// The visibility of the app: active, inactive or background. In this module, ``AppState`` is the state of the sign-in.
public typealias LifecycleState = LatchkeyLifecycle.AppState

extension AppLifecycleManager {
    /// The lifecycle of this process, which the lock observes. Traps before
    /// ``Latchkey/configure(_:reason:policy:afterTenFailures:legacy:)``.
    ///
    /// On Apple's platforms it observes the system, so that an app need not report its scene phase.
    @MainActor public static var shared: AppLifecycleManager { Latchkey.current.platform.lifecycle }
}
