public import LatchkeySecureStorage

/// Why the vault could not do what it was asked. None of these opens anything, and none of them is counted as a guess.
public enum VaultError: Error, Sendable, Equatable {
    /// The vault is locked: there is no key in memory.
    case locked
    /// There is no vault yet.
    case noVault
    /// There is a vault already.
    case vaultExists
    /// A passcode is set already: changing it takes the present one.
    case passcodeExists
    /// No passcode is set.
    case noPasscode
    /// No recovery key was ever set, or this one does not open the vault.
    case recoveryKeyRefused
    /// What is stored, or was handed in to be opened, is damaged or was made for another purpose.
    case damaged
    /// What is stored was written by a newer version of the app.
    case unsupportedVersion(UInt8)
    /// A stored slot asks for more memory or time than any that this library writes.
    case excessiveParameters
    /// There is something to guess, and no count of the guesses.
    case counterMissing
    /// The secret that ties the vault to this device is missing.
    case deviceSecretMissing
    /// The hardware that ties the vault to this device does not answer now. Trying again may help.
    case deviceSecretUnavailable
    /// The secret that ties the vault to this device is another one.
    case deviceSecretChanged
    /// The stored sealing key is not one that this device stored for this vault: nothing may be sealed with it.
    case sealingKeyChanged
    /// The vault has no place for a biometric slot: the lock was made without biometrics.
    case noBiometrics
    /// The task was cancelled while it waited for another one's turn: nothing was tried.
    case cancelled
    /// This process has a lock of another kind over the same storage: nothing was read or written.
    case storageInUse
    /// Another process changed the vault at the same time: nothing was changed here.
    case conflict
    /// Whether the app was installed anew could not be found out.
    case installationUnknown
    /// The key derivation failed, for want of memory.
    case derivationFailed
    /// The secure storage is locked or failed.
    case storage(SecureStorageError)
}
