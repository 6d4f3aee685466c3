public import LatchkeySecureStorage

/// The reason that a call of the vault failed. No case unlocks anything or counts as an attempt.
public enum VaultError: Error, Sendable, Equatable {
    /// The vault is locked: there is no key in memory.
    case locked
    /// There is no vault yet.
    case noVault
    /// There already is a vault.
    case vaultExists
    /// A passcode is already set. Changing it requires the current one.
    case passcodeExists
    /// No passcode is set.
    case noPasscode
    /// Only biometrics open the vault, so it seals no app data. Set a passcode first.
    case passcodeNeeded
    /// No recovery key was ever set, or this one does not open the vault.
    case recoveryKeyRejected
    /// The data is damaged or was sealed for another purpose.
    case damaged
    /// A newer version of the app wrote the stored data.
    case unsupportedVersion(UInt8)
    /// A stored slot requires more memory or time than any that this library writes.
    case excessiveParameters
    /// There is a passcode, but no attempt count.
    case counterMissing
    /// The secret that binds the vault to this device is missing.
    case deviceSecretMissing
    /// The hardware that binds the vault to this device is unavailable now. The same call may succeed later.
    case deviceSecretUnavailable
    /// The vault is bound to another device secret than this device's.
    case deviceSecretChanged
    /// This device did not store the sealing key for this vault. Nothing may be sealed with it.
    case sealingKeyChanged
    /// The vault cannot have a biometric slot: the lock was created without biometrics.
    case noBiometrics
    /// The task was cancelled while it waited for another call. No passcode was verified.
    case cancelled
    /// This process has another kind of lock over the same storage. Nothing was read or written.
    case storageInUse
    /// Another process changed the vault at the same time. Nothing was changed here.
    case conflict
    /// The installation of the app could not be identified.
    case installationUnknown
    /// The key derivation failed: not enough memory.
    case derivationFailed
    /// The secure storage is locked or failed.
    case storage(SecureStorageError)
    /// The passcode slot requires the server (``UnlockPolicy/serverRequired``), which did not contribute.
    case unlockServer(UnlockServerError)
}
