/// Which storage an app keeps its secrets in, and why.
public struct StorageChoice: Hashable, Sendable {
    /// The storages on Linux.
    public enum Store: String, Sendable, CaseIterable {
        /// ``SecretServiceSecureStorage``
        case keyring
        /// `FileSecureStorage`
        case file
    }

    public enum Reason: String, Sendable {
        /// It has secrets already. No setting moves them.
        case kept
        /// The user has chosen it.
        case setting
        /// There are no secrets and no setting, and there is a keyring.
        case found
        /// There are no secrets, no setting and no keyring. Files are used only when the user chooses them.
        case nothing
    }

    /// Nil when secrets cannot be stored until the user has chosen.
    public let store: Store?
    public let reason: Reason
    /// The state of the keyring, if it was probed.
    public let keyring: KeyringStatus?

    /// - Parameters:
    ///   - setting: The storage that the user has chosen.
    ///   - kept: The storage that has secrets already.
    ///   - probe: Probes the keyring. Not called when its state makes no difference.
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
