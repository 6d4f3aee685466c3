#if os(macOS)
internal import LocalAuthentication

extension LAPolicy {
    /// Biometrics or a watch.
    static var biometricsOrCompanion: LAPolicy {
        guard #available(macOS 15, *) else { return .deviceOwnerAuthenticationWithBiometricsOrWatch }
        return .deviceOwnerAuthenticationWithBiometricsOrCompanion
    }
}
#endif
