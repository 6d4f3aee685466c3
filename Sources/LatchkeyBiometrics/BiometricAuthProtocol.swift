/// A service that requests biometric matches from the system.
///
/// A match releases no key. To protect a secret, store it in secure storage with a biometric access level. An
/// implementation passes `BiometricAuthContract` of `LatchkeyTestSupport`.
public protocol BiometricAuthProtocol: Sendable {
    /// Returns the kind of biometrics that is available now. Throws the reason if none is available.
    func status() async throws(BiometricAuthError) -> BiometricType

    /// Requests a biometric match; the device passcode is not offered.
    ///
    /// Each call shows a prompt; an earlier match is never reused. Cancelling the task dismisses the prompt.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence.
    func authenticate(reason: String) async -> BiometricOutcome

    /// Requests a biometric match or the device passcode, as the user prefers. It works after a lockout and without
    /// biometrics.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence.
    func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome

    /// Whether a biometric match or the device passcode is available now.
    var canUseBiometricOrPasscode: Bool { get async }
}

extension BiometricAuthProtocol {
    /// The kind of biometrics that is available now; `none` if none is, for any reason.
    public var biometricType: BiometricType {
        get async { (try? await status()) ?? .none }
    }

    /// Whether biometrics are available now. This default assumes that the device has no passcode.
    public var canUseBiometricOrPasscode: Bool {
        get async { await isAvailable }
    }

    /// Whether biometrics are available now.
    public var isAvailable: Bool {
        get async { await biometricType != .none }
    }
}
