/// Where an app keeps its secrets, and why there.
public struct StorageChoice: Hashable, Sendable {
    /// The stores that there are on Linux.
    public enum Store: String, Sendable, CaseIterable {
        /// ``SecretServiceSecureStorage``
        case keyring
        /// `FileSecureStorage`
        case file
    }

    public enum Reason: String, Sendable {
        /// They are there already. No setting moves them.
        case kept
        /// The user's setting says so.
        case setting
        /// Nothing is kept and nothing was said, and there is a keyring.
        case found
        /// Nothing is kept and nothing was said, and there is no keyring. Files are taken only when the user says so.
        case nothing
    }

    /// Nil when there is nowhere to keep them until the user has said where.
    public let store: Store?
    public let reason: Reason
    /// What was found, if it was looked at.
    public let keyring: KeyringFinding?

    /// Decides.
    ///
    /// - Parameters:
    ///   - setting: What the user has said.
    ///   - kept: Where there are secrets already.
    ///   - look: Looks at the keyring. Not called when the answer is not needed.
    public static func make(
        setting: Store?, kept: Store?, look: () async -> KeyringFinding
    ) async -> StorageChoice {
        if kept ?? setting == .file {
            return StorageChoice(store: .file, reason: kept == nil ? .setting : .kept, keyring: nil)
        }
        let keyring = await look()
        if kept != nil { return StorageChoice(store: kept, reason: .kept, keyring: keyring) }
        if setting != nil { return StorageChoice(store: setting, reason: .setting, keyring: keyring) }
        switch keyring {
        case .open, .locked, .empty: return StorageChoice(store: .keyring, reason: .found, keyring: keyring)
        case .absent, .silent: return StorageChoice(store: nil, reason: .nothing, keyring: keyring)
        }
    }
}
