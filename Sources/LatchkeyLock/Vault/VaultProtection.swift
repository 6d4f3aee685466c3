package import LatchkeyPasscode

/// The proof that opens the app's vault.
public enum VaultProtection: Sendable, Equatable {
    /// There is no vault.
    case absent
    /// There is a vault without a passcode: it opens without a proof.
    case open
    /// A passcode opens the vault, and a match too if biometrics are enabled.
    case passcode(biometrics: Bool)
    /// Only a match opens the vault, which seals no app data.
    case biometricsOnly
    /// Only the account's recovery key opens the vault.
    case awaitingRecovery
    /// Only the account's recovery key opens the vault, because the server has destroyed its key for this device.
    case shut
}

/// The protection of a new vault.
package enum NewVaultProtection: Sendable {
    /// No protection until a passcode is set ("Set up later").
    case open
    /// The same, but only for tokens that signing in replaces: biometrics alone can protect it later.
    case openForTokens
    /// Protection by a passcode.
    case passcode(Passcode)
    /// Protection by biometrics alone: only for tokens that signing in replaces, see `Vault.sealReplaceable`.
    case biometricsOnly
}

extension VaultProtection {
    /// Whether a match opens the vault.
    package var hasBiometrics: Bool { self == .passcode(biometrics: true) || self == .biometricsOnly }
}
