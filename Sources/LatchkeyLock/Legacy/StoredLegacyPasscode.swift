public import LatchkeySecureStorage

/// An earlier app's passcode in secure storage: hash and salt as text, and whether it is enabled.
///
/// It reads texts that a store of this library wrote, and plain UTF-8. The names of the items depend on the earlier
/// app: see ``Keys``.
public struct StoredLegacyPasscode: LegacyPasscodeSource {
    /// The names of the items of an earlier app's passcode.
    public struct Keys: Sendable, Hashable {
        /// The name of the item with the hexadecimal SHA-256 of passcode and salt.
        public var hash: String
        /// The name of the item with the text of the salt.
        public var salt: String
        /// The name of the item that stores whether the passcode is enabled. Nil if the app had no such item: a hash is
        /// then enough.
        public var enabled: String?
        /// The names of further items to delete with the passcode, such as whether biometrics were enabled.
        public var others: [String]

        /// Creates the names of the items. The defaults are those of the requirement document "Core service".
        public init(
            hash: String = "passcodeHash", salt: String = "passcodeSalt", enabled: String? = "passcodeEnabled",
            others: [String] = ["biometricEnabled"]
        ) {
            (self.hash, self.salt, self.enabled, self.others) = (hash, salt, enabled, others)
        }
    }

    private let storage: any SecureStorageProtocol
    private let keys: Keys

    /// Creates a source that reads and deletes the record in this storage, and never writes one.
    ///
    /// - Parameters:
    ///   - storage: The storage of the record; for the Keychain, with the service name of the older version of the app.
    ///   - keys: The names of the items.
    public init(storage: any SecureStorageProtocol, keys: Keys = Keys()) {
        (self.storage, self.keys) = (storage, keys)
    }

    /// Returns the record, or nil if none is enabled. Throws `.damaged` if an enabled record is incomplete, or if it is
    /// unclear whether the record is enabled.
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
            // The item that makes the record valid is deleted first, so that an interrupted deletion leaves no record.
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
