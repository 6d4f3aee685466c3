/// Asks the system whether the person in front of the device is one of those enrolled.
///
/// A match is an answer, not a key: what must stay closed without a match belongs into secure storage with a biometric
/// access level. An implementation passes `BiometricAuthContract` of `LatchkeyTestSupport`.
public protocol BiometricAuthProtocol: Sendable {
    /// Returns the kind of biometrics that can be asked for right now, or throws why none can.
    func status() async throws(BiometricAuthError) -> BiometricType

    /// Asks for a biometric match, and for nothing else: no device passcode is offered instead.
    ///
    /// Every call asks anew; an earlier match is never reused. Cancelling the task takes the prompt away.
    ///
    /// - Parameter reason: What the prompt says to the user, as a full sentence.
    func authenticate(reason: String) async -> BiometricOutcome

    /// Asks for a biometric match or the device's own passcode, whichever the user prefers; works after a lockout and
    /// without biometrics too.
    ///
    /// - Parameter reason: What the prompt says to the user, as a full sentence.
    func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome

    /// Whether a biometric match or the device's own passcode can be asked for right now.
    var canUseBiometricOrPasscode: Bool { get async }
}

extension BiometricAuthProtocol {
    /// The kind of biometrics that can be asked for right now; `none` when none can, for whatever reason.
    public var biometricType: BiometricType {
        get async { (try? await status()) ?? .none }
    }

    /// Whether a biometric match can be asked for right now: no passcode of a device is known of.
    public var canUseBiometricOrPasscode: Bool {
        get async { await isAvailable }
    }

    /// Whether a biometric match can be asked for right now.
    public var isAvailable: Bool {
        get async { await biometricType != .none }
    }
}
