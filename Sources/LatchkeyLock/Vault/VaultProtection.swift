package import LatchkeyPasscode

/// What it takes to open the app's vault.
public enum VaultProtection: Sendable, Equatable {
    /// There is no vault.
    case absent
    /// There is a vault, and no passcode is set: it opens by itself.
    case open
    /// A passcode opens the vault; so does a match if biometrics are on.
    case passcode(biometrics: Bool)
    /// Only a match opens the vault (requirement 03), which seals no data of the app's.
    case biometricsOnly
    /// Only the account's recovery key opens the vault.
    case awaitingRecovery
}

/// How a new vault is protected.
package enum NewVaultProtection: Sendable {
    /// Not at all, until a passcode is set ("Set up later").
    case open
    /// The same, and only for tokens that signing in replaces: biometrics alone can protect it later.
    case openForTokens
    /// By a passcode.
    case passcode(Passcode)
    /// By biometrics alone: only for tokens that signing in replaces (requirement 03), see `Vault.sealReplaceable`.
    case biometricsOnly
}

extension VaultProtection {
    /// Whether a match opens the vault.
    package var hasBiometrics: Bool { self == .passcode(biometrics: true) || self == .biometricsOnly }
}
