#if canImport(Darwin)
internal import LatchkeyBiometrics
internal import LatchkeyLifecycle

extension Desktop {
    /// None: a program without an app's bundle has no sentence to ask for Touch ID with.
    static func biometrics(onHint: @escaping @Sendable (TerminalText) -> Void) -> some BiometricAuthProtocol {
        NoBiometrics()
    }

    /// Nothing is followed: the system tells apps with a bundle.
    static func follow(reportingTo lifecycle: AppLifecycleManager) async -> LifecycleRegistration {
        LifecycleRegistration {}
    }
}
#endif
