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
    public static func make(
        setting: Store?, kept: Store?, probe: () async -> KeyringStatus
    ) async -> StorageChoice {
        if kept ?? setting == .file {
            return StorageChoice(store: .file, reason: kept == nil ? .setting : .kept, keyring: nil)
        }
        let keyring = await probe()
        if kept != nil { return StorageChoice(store: kept, reason: .kept, keyring: keyring) }
        if setting != nil { return StorageChoice(store: setting, reason: .setting, keyring: keyring) }
        switch keyring {
        case .open, .locked, .empty: return StorageChoice(store: .keyring, reason: .found, keyring: keyring)
        case .absent, .silent: return StorageChoice(store: nil, reason: .nothing, keyring: keyring)
        }
    }
}
