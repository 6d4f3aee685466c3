public import LatchkeyLifecycle

/// How near the app is to its user: active, inactive, background. The infrastructure's document calls it `AppState`,
/// which here is who is signed in.
public typealias LifecycleState = LatchkeyLifecycle.AppState

extension AppLifecycleManager {
    /// The lifecycle of this process, which the lock follows. Traps before
    /// ``Latchkey/configure(_:reason:policy:afterTenFailures:legacy:)``.
    ///
    /// On Apple's platforms it follows the system by itself, so that an app need not report its scene phase.
    @MainActor public static var shared: AppLifecycleManager { Latchkey.current.platform.lifecycle }
}
