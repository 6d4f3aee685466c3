public import LatchkeySecureStorage

/// Why a call of the vault failed. None of these opens anything, and none counts as a guess.
public enum VaultError: Error, Sendable, Equatable {
    /// The vault is locked: there is no key in memory.
    case locked
    /// There is no vault yet.
    case noVault
    /// There already is a vault.
    case vaultExists
    /// A passcode is already set: changing it needs the present one.
    case passcodeExists
    /// No passcode is set.
    case noPasscode
    /// Biometrics alone open the vault, so it seals no data of the app's: set a passcode first.
    case passcodeNeeded
    /// No recovery key was ever set, or this one does not open the vault.
    case recoveryKeyRefused
    /// What is stored, or was given to be opened, is damaged or was sealed for another purpose.
    case damaged
    /// What is stored was written by a newer version of the app.
    case unsupportedVersion(UInt8)
    /// A stored slot needs more memory or time than any that this library writes.
    case excessiveParameters
    /// There is a passcode to guess, but no count of guesses.
    case counterMissing
    /// The secret that binds the vault to this device is missing.
    case deviceSecretMissing
    /// The hardware that binds the vault to this device does not answer now. The same call may succeed later.
    case deviceSecretUnavailable
    /// The secret of this device is not the one that the vault is bound to.
    case deviceSecretChanged
    /// The stored sealing key was not stored by this device for this vault: nothing may be sealed with it.
    case sealingKeyChanged
    /// The vault cannot have a biometric slot: the lock was created without biometrics.
    case noBiometrics
    /// The task was cancelled while it waited for another call to end: nothing was tried.
    case cancelled
    /// This process has another kind of lock over the same storage: nothing was read or written.
    case storageInUse
    /// Another process changed the vault at the same time: nothing was changed here.
    case conflict
    /// The installation of the app could not be identified.
    case installationUnknown
    /// The key derivation failed: not enough memory.
    case derivationFailed
    /// The secure storage is locked or failed.
    case storage(SecureStorageError)
}
