/// The storage of an app's secrets, and the reason for it.
public struct StorageChoice: Hashable, Sendable {
    /// The storages on Linux.
    public enum Store: String, Sendable, CaseIterable {
        /// The desktop's keyring: ``SecretServiceSecureStorage``.
        case keyring
        /// Files in the app's folder: `FileSecureStorage`.
        case file
    }

    /// The reason why a storage was chosen.
    public enum Reason: String, Sendable {
        /// The storage already has secrets. No setting moves them.
        case kept
        /// The user has chosen it.
        case setting
        /// There are no secrets and no setting, and there is a keyring.
        case found
        /// There are no secrets, no setting and no keyring. Files are used only when the user chooses them.
        case nothing
    }

    /// The storage; nil if the user must choose before secrets can be stored.
    public let store: Store?
    /// The reason for the choice.
    public let reason: Reason
    /// The state of the keyring, if it was probed.
    public let keyring: KeyringStatus?

    /// Chooses the storage.
    ///
    /// - Parameters:
    ///   - setting: The storage that the user has chosen.
    ///   - kept: The storage that already has secrets.
    ///   - probe: Probes the keyring. Not called if its state makes no difference.
    static func make(setting: Store?, kept: Store?, probe: () async -> KeyringStatus) async -> StorageChoice {
        let store = kept ?? setting
        let keyring = store == .file ? nil : await probe()
        if let store { return StorageChoice(store: store, reason: kept == nil ? .setting : .kept, keyring: keyring) }
        return switch keyring {
        case .open, .locked, .empty: StorageChoice(store: .keyring, reason: .found, keyring: keyring)
        case .absent, .silent, nil: StorageChoice(store: nil, reason: .nothing, keyring: keyring)
        }
    }
}
