public import LatchkeySecureStorage

/// The reason that the secret of this device could not be used.
public enum DeviceSecretError: Error, Sendable, Equatable {
    /// There is no secret, or the stored one belongs to another device.
    case missing
    /// The hardware is busy, starting, or unusable while the device is locked. The same call may succeed later.
    case unavailable
    /// The stored data is damaged.
    case damaged
    /// The secure storage is locked or failed.
    case storage(SecureStorageError)
    /// The computation failed.
    case derivationFailed
}

extension VaultError {
    init(_ error: DeviceSecretError) {
        self =
            switch error {
            case .missing: .deviceSecretMissing
            case .unavailable: .deviceSecretUnavailable
            case .damaged: .damaged
            case .storage(let error): .storage(error)
            case .derivationFailed: .derivationFailed
            }
    }
}
