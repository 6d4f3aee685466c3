/// A device without biometrics: each request fails without a prompt.
public struct NoBiometrics: BiometricAuthProtocol {
    private let reason: BiometricAuthError

    /// Creates a device without biometrics.
    ///
    /// - Parameter reason: The error of each request.
    public init(because reason: BiometricAuthError = .notAvailable) {
        self.reason = reason
    }

    public func status() async throws(BiometricAuthError) -> BiometricType { throw reason }
    public func authenticate(reason: String) async -> BiometricOutcome { .rejected(self.reason) }
    public func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        .rejected(self.reason)
    }
}
