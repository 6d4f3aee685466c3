#if os(macOS) && canImport(LocalAuthentication)
internal import LatchkeyLifecycle

/// What the system tells about the app.
@MainActor
enum AppleAppEvents {
    /// A Mac's Keychain can be read whenever somebody is logged in.
    static func waitUntilReadable() async {}

    /// Listens, for as long as the process lives, and tells what the app is by now.
    static func follow(reportingTo lifecycle: AppLifecycleManager) {
        _ = AppKitLifecycleSource().start(reportingTo: lifecycle)
        // An app that was active by then is not reported as active.
        lifecycle.updateState(AppKitLifecycleSource.currentState)
    }
}
#endif
