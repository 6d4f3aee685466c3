#if canImport(LocalAuthentication)
internal import LatchkeyLifecycle

#if os(macOS)
/// The system's events about the app.
@MainActor
enum AppleAppEvents {
    private static let appNap = AppNap()

    /// Prevents App Nap while the open app is away, so that its timers fire on time.
    static func note(isAway: Bool) { appNap.prevent(isAway) }

    /// Returns immediately: a Mac's Keychain can be read whenever a user is logged in.
    static func waitUntilReadable() async {}

    /// Reports the system's events for the lifetime of the process, and the app's current state.
    static func follow(reportingTo lifecycle: AppLifecycleManager) {
        _ = AppKitLifecycleSource().start(reportingTo: lifecycle)
        // The system does not report an app that is already active.
        lifecycle.updateState(AppKitLifecycleSource.currentState)
    }
}
#elseif canImport(UIKit)
/// The system's events about the app.
@available(iOSApplicationExtension, unavailable)
@MainActor
enum AppleAppEvents {
    /// Does nothing: an app in the background is suspended, and locks when it resumes.
    static func note(isAway: Bool) {}

    /// Returns once protected data can be read.
    static func waitUntilReadable() async { await ProtectedData().waitUntilAvailable() }

    /// Reports the system's events for the lifetime of the process, and the app's current state.
    static func follow(reportingTo lifecycle: AppLifecycleManager) {
        _ = UIKitLifecycleSource().start(reportingTo: lifecycle)
        // The system does not report an app that is already active.
        lifecycle.updateState(UIKitLifecycleSource.currentState)
    }
}
#endif
#endif
