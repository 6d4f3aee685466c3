#if canImport(LocalAuthentication) && !os(macOS) && !os(visionOS)
internal import LocalAuthentication

extension LAPolicy {
    /// Biometrics or a companion where there can be one, and biometrics alone where there cannot.
    static var biometricsOrCompanion: LAPolicy {
        guard #available(iOS 18, *) else { return .deviceOwnerAuthenticationWithBiometrics }
        return .deviceOwnerAuthenticationWithBiometricsOrCompanion
    }
}
#endif
