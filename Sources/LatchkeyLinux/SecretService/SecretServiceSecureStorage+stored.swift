public import LatchkeySecureStorage

/// Access to items that an earlier version of an app stored without this library.
extension SecretServiceSecureStorage {
    /// Returns the text of the item with these attributes, or nil.
    ///
    /// Throws `SecureStorageError.invalidKey` without attributes, and `SecureStorageError.unreadable(reason:)` if
    /// several items have them.
    ///
    /// - Parameter attributes: The attributes of the earlier version, such as `["service": "shop", "account":
    ///   "token"]`.
    public func storedText(
        withAttributes attributes: [String: String]
    ) async throws(SecureStorageError) -> StoredText? {
        let item = try item(with: attributes)
        return try await perform(on: item, SecureStorageError.loadFailed) { job throws(SecureStorageError) in
            try job.load { data throws(SecureStorageError) in try SecretCoding.decode(StoredText.self, from: data) }
        }
    }

    /// Deletes the item with these attributes, if there is one. Throws like ``storedText(withAttributes:)``.
    public func deleteItem(withAttributes attributes: [String: String]) async throws(SecureStorageError) {
        let item = try item(with: attributes)
        try await perform(on: item, SecureStorageError.deleteFailed) { job throws(SecureStorageError) in
            try job.delete()
        }
    }

    private func item(with attributes: [String: String]) throws(SecureStorageError) -> KeyringItemName {
        // An empty set of attributes would match every item of the keyring.
        guard !attributes.isEmpty else { throw .invalidKey }
        return KeyringItemName(service: service, attributes: attributes, label: service)
    }
}
