/// What the core service's document has, and what must not be stored.
extension KeychainManager {
    /// Not available: no hash is stored.
    @available(
        *, unavailable, message: "No hash is stored: a second reveals six digits. Call PasscodeService.setPasscode(_:)."
    )
    public func setPasscodeHash(_ hash: String) {}

    /// Not available: no hash is stored.
    @available(
        *, unavailable,
        message: "No hash is stored: a second reveals six digits. Call PasscodeService.verifyPasscode(_:)."
    )
    public func getPasscodeHash() -> String? { nil }

    /// Not available: the lock makes and keeps the salt.
    @available(
        *, unavailable, message: "The lock makes and keeps the salt. Call PasscodeService.setPasscode(_:)."
    )
    public func setPasscodeSalt(_ salt: String) {}

    /// Not available: the lock makes and keeps the salt.
    @available(
        *, unavailable, message: "The lock makes and keeps the salt. Call PasscodeService.verifyPasscode(_:)."
    )
    public func getPasscodeSalt() -> String? { nil }

    /// Not available: a passcode is on where there is one.
    @available(
        *, unavailable,
        message: "Call PasscodeService.setPasscode(_:) to turn it on, and removePasscode() to turn it off."
    )
    public func setPasscodeEnabled(_ isEnabled: Bool) {}

    /// Not available: biometrics are on where a key waits for a match.
    @available(
        *, unavailable, message: "No flag opens the app. Call PasscodeService.setBiometric(enabled:)."
    )
    public func setBiometricEnabled(_ isEnabled: Bool) {}
}
