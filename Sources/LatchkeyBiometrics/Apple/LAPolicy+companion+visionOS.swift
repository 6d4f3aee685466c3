#if os(visionOS)
internal import LocalAuthentication

extension LAPolicy {
    /// Biometrics alone: there are no companions.
    static var biometricsOrCompanion: LAPolicy { .deviceOwnerAuthenticationWithBiometrics }
}
#endif
