#if canImport(UIKit) && canImport(LocalAuthentication)
internal import LatchkeyLifecycle

/// What the system tells about the app.
@available(iOSApplicationExtension, unavailable)
@MainActor
enum AppleAppEvents {
    /// Returns once protected data can be read.
    static func waitUntilReadable() async { await ProtectedData().waitUntilAvailable() }

    /// Listens, for as long as the process lives, and tells what the app is by now.
    static func follow(reportingTo lifecycle: AppLifecycleManager) {
        _ = UIKitLifecycleSource().start(reportingTo: lifecycle)
        // An app that was active by then is not reported as active.
        lifecycle.updateState(UIKitLifecycleSource.currentState)
    }
}
#endif
