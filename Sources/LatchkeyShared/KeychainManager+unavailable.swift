/// Calls that do not compile, because they would store unsafe data.
extension KeychainManager {
    /// Not available: no hash is stored.
    @available(
        *, unavailable,
        message: "No hash is stored, because it reveals the passcode. Call PasscodeService.setPasscode(_:)."
    )
    public func setPasscodeHash(_ hash: String) {}

    /// Not available: no hash is stored.
    @available(
        *, unavailable,
        message: "No hash is stored, because it reveals the passcode. Call PasscodeService.verifyPasscode(_:)."
    )
    public func getPasscodeHash() -> String? { nil }

    /// Not available: the lock creates and stores the salt.
    @available(
        *, unavailable, message: "The lock creates and stores the salt. Call PasscodeService.setPasscode(_:)."
    )
    public func setPasscodeSalt(_ salt: String) {}

    /// Not available: the lock creates and stores the salt.
    @available(
        *, unavailable, message: "The lock creates and stores the salt. Call PasscodeService.verifyPasscode(_:)."
    )
    public func getPasscodeSalt() -> String? { nil }

    /// Not available: a passcode is enabled if it is set.
    @available(
        *, unavailable,
        message: "It is enabled if it is set. Call PasscodeService.setPasscode(_:), and removePasscode() to disable it."
    )
    public func setPasscodeEnabled(_ isEnabled: Bool) {}

    /// Not available: biometrics are enabled if a key is stored behind a match.
    @available(
        *, unavailable,
        message: "Biometrics are enabled if a match releases a key. Call PasscodeService.setBiometric(enabled:)."
    )
    public func setBiometricEnabled(_ isEnabled: Bool) {}
}
