internal import LatchkeyBiometrics

/// The device's biometrics, with the device passcode as an alternative.
///
/// The properties are from the last check, at launch, each return to the app and each prompt.
@MainActor
public final class BiometricAuthManager {
    /// The manager of this process. Traps before ``Latchkey/configure(_:reason:policy:afterTenFailures:legacy:)``.
    public static var shared: BiometricAuthManager { Latchkey.current.biometricAuth }

    private let biometry: Biometry

    init(_ biometry: Biometry) { self.biometry = biometry }

    /// The kind of biometrics that is available.
    public var biometricType: BiometricType { BiometricType(biometry.kind) }

    /// Whether biometrics are available.
    public var isBiometricAvailable: Bool { biometry.kind != .none }

    /// Whether biometrics or the device passcode are available.
    public var canUseBiometricOrPasscode: Bool { biometry.canUseBiometricOrPasscode }

    /// Whether the device has Touch ID, and it is available.
    public var hasTouchID: Bool { biometry.kind == .touchID }

    /// Returns the available kind, or the reason that none is available.
    public func checkBiometricStatus() -> Result<BiometricType, AuthError> {
        biometry.status.map(BiometricType.init).mapError(AuthError.init)
    }

    /// Requests a biometric match, without the device passcode as an alternative.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence.
    /// - Returns: `.systemCancel` while the app's own lock is locked, which has its own prompt.
    public func authenticateWithBiometrics(reason: String) async -> Result<Void, AuthError> {
        AuthError.result(of: await biometry.match(reason: reason))
    }

    /// Requests a biometric match or the device passcode. It works after a lockout, and ends it.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence.
    /// - Returns: `.systemCancel` while the app's own lock is locked, which has its own prompt.
    public func authenticateWithBiometricsOrPasscode(reason: String) async -> Result<Void, AuthError> {
        AuthError.result(of: await biometry.matchOrDevicePasscode(reason: reason))
    }
}
