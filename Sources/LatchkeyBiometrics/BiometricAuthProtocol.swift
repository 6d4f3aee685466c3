/// Asks the system whether the person in front of the device is one of those enrolled.
///
/// A match is an answer, not a key: keep a secret that needs a match in secure storage with a biometric access level.
/// An implementation passes `BiometricAuthContract` of `LatchkeyTestSupport`.
public protocol BiometricAuthProtocol: Sendable {
    /// Returns the kind of biometrics that is available now, or throws why none is available.
    func status() async throws(BiometricAuthError) -> BiometricType

    /// Asks for a biometric match, and for nothing else: no device passcode is offered instead.
    ///
    /// Every call asks again; an earlier match is never reused. Cancelling the task dismisses the prompt.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence.
    func authenticate(reason: String) async -> BiometricOutcome

    /// Asks for a biometric match or the device's own passcode, whichever the user prefers; works after a lockout and
    /// without biometrics too.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence.
    func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome

    /// Whether a biometric match or the device's own passcode is available now.
    var canUseBiometricOrPasscode: Bool { get async }
}

extension BiometricAuthProtocol {
    /// The kind of biometrics that is available now; `none` when none is, for any reason.
    public var biometricType: BiometricType {
        get async { (try? await status()) ?? .none }
    }

    /// Whether biometrics are available now: by default, the device has no passcode to ask for.
    public var canUseBiometricOrPasscode: Bool {
        get async { await isAvailable }
    }

    /// Whether biometrics are available now.
    public var isAvailable: Bool {
        get async { await biometricType != .none }
    }
}
