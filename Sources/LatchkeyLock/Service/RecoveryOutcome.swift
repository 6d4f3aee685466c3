public import LatchkeyPasscode

/// What came of using the account's recovery key.
public enum RecoveryOutcome: Sendable, Equatable {
    /// The vault is open, nothing that it sealed is lost, and the new passcode is the one that counts.
    case recovered
    /// The new passcode is too easy to guess.
    case refused(PasscodePolicy.Refusal)
    /// The vault was rewritten, but a lock came meanwhile, and wins.
    case superseded
    /// The recovery key is not this vault's, or the vault could not be read or written.
    case failed(VaultError)
}
