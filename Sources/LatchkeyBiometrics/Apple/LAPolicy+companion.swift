#if canImport(LocalAuthentication)
internal import LocalAuthentication

extension LAPolicy {
    #if os(macOS)
    /// Biometrics or a watch.
    static var biometricsOrCompanion: LAPolicy {
        guard #available(macOS 15, *) else { return .deviceOwnerAuthenticationWithBiometricsOrWatch }
        return .deviceOwnerAuthenticationWithBiometricsOrCompanion
    }
    #elseif os(visionOS)
    /// Biometrics only: visionOS has no companions.
    static var biometricsOrCompanion: LAPolicy { .deviceOwnerAuthenticationWithBiometrics }
    #else
    /// Biometrics, or a companion if the system supports one.
    static var biometricsOrCompanion: LAPolicy {
        guard #available(iOS 18, *) else { return .deviceOwnerAuthenticationWithBiometrics }
        return .deviceOwnerAuthenticationWithBiometricsOrCompanion
    }
    #endif
}
#endif
