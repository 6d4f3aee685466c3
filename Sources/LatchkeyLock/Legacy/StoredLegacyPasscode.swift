public import LatchkeySecureStorage

/// Requirement 01's passcode in secure storage: hash and salt as text, and whether it is enabled.
///
/// Both the texts that a store of this library writes and those that were written as plain UTF-8 are read. Requirement
/// 01 names neither its items nor how it wrote yes and no: see ``Keys``.
public struct StoredLegacyPasscode: LegacyPasscodeSource {
    /// The names of the app's items.
    public struct Keys: Sendable, Hashable {
        /// The hexadecimal SHA-256 of passcode and salt.
        public var hash: String
        /// The salt's text.
        public var salt: String
        /// Whether the passcode is enabled, or nil where the app had no such item: then a hash is enough.
        public var enabled: String?
        /// Further items that end with the passcode, such as whether biometrics were on.
        public var others: [String]

        /// The keys; requirement 01's names where nothing else is said.
        public init(
            hash: String = "passcodeHash", salt: String = "passcodeSalt", enabled: String? = "passcodeEnabled",
            others: [String] = ["biometricEnabled"]
        ) {
            (self.hash, self.salt, self.enabled, self.others) = (hash, salt, enabled, others)
        }
    }

    private let storage: any SecureStorageProtocol
    private let keys: Keys

    /// Reads and removes the record in this storage; writes none.
    ///
    /// - Parameters:
    ///   - storage: Where the record is; for the Keychain, under the service that the older version of the app used.
    ///   - keys: What its items are called.
    public init(storage: any SecureStorageProtocol, keys: Keys = Keys()) {
        (self.storage, self.keys) = (storage, keys)
    }

    /// Returns the record, or nil when none is enabled. Throws `.damaged` when an enabled record is incomplete, or when
    /// it is unclear whether the record is enabled.
    public func load() async throws(VaultError) -> LegacyPasscode? {
        if let key = keys.enabled {
            guard let text = try await text(key) else { return nil }
            guard let isEnabled = Self.meanings[text.lowercased()] else { throw .damaged }
            guard isEnabled else { return nil }
        }
        let (hash, salt) = (try await text(keys.hash), try await text(keys.salt))
        if keys.enabled == nil, hash == nil { return nil }
        guard let hash, let salt, let passcode = LegacyPasscode(hash: hash, salt: salt) else { throw .damaged }
        return passcode
    }

    public func delete() async throws(VaultError) {
        do {
            // First the item that makes the record count, so that an interrupted removal leaves no record.
            for key in [keys.enabled ?? keys.hash, keys.hash, keys.salt] + keys.others {
                try await storage.delete(for: key)
            }
        } catch { throw .storage(error) }
    }

    private static let meanings = ["true": true, "1": true, "yes": true, "false": false, "0": false, "no": false]

    private func text(_ key: String) async throws(VaultError) -> String? {
        do { return try await storage.load(StoredText.self, for: key)?.text } catch { throw .storage(error) }
    }
}
