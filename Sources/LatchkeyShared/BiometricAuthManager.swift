internal import LatchkeyBiometrics

/// Biometrics and the device's own passcode, as the biometric guide writes them down.
///
/// The properties are as of the last check, which launch, each return to the app and each prompt make.
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

    /// Whether biometrics or the device's own passcode can be asked for.
    public var canUseBiometricOrPasscode: Bool { biometry.canUseBiometricOrPasscode }

    /// Whether the device has Touch ID, and it is available.
    public var hasTouchID: Bool { biometry.kind == .touchID }

    /// Returns the kind that is available, or why none is.
    public func checkBiometricStatus() -> Result<BiometricType, AuthError> {
        biometry.status.map(BiometricType.init).mapError(AuthError.init)
    }

    /// Asks for a biometric match, without the device's passcode as a way out.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence.
    /// - Returns: `.systemCancel` while the app's own lock is locked, which then asks itself.
    public func authenticateWithBiometrics(reason: String) async -> Result<Void, AuthError> {
        AuthError.result(of: await biometry.match(reason: reason))
    }

    /// Asks for a biometric match or the device's own passcode; works after a lockout, and ends it.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence.
    /// - Returns: `.systemCancel` while the app's own lock is locked, which then asks itself.
    public func authenticateWithBiometricsOrPasscode(reason: String) async -> Result<Void, AuthError> {
        AuthError.result(of: await biometry.matchOrDevicePasscode(reason: reason))
    }
}
