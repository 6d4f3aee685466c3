#if canImport(Security) && canImport(LocalAuthentication)
internal import Foundation
internal import LocalAuthentication
internal import Security

/// A generic password and its four Keychain calls. Only this type builds the Keychain's dictionaries.
struct KeychainItem: Sendable {
    /// The content of an item.
    struct Content: Sendable {
        let data: Data
        /// Changes with each write; nil for an item of other software.
        let version: Data?
    }

    /// The result of a read.
    enum Reading {
        case content(Content)
        case absent
        case failed(OSStatus)
    }

    let service: String
    /// The account; nil for all items of the service, which supports only reading and deleting.
    let account: String?
    let group: String?

    /// Reads with the context's authorizations. Never prompts.
    func read(with context: LAContext) -> Reading {
        context.interactionNotAllowed = true
        var query = query
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        query[kSecReturnData as String] = true
        query[kSecReturnAttributes as String] = true
        query[kSecUseAuthenticationContext as String] = context
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return .absent }
        guard status == errSecSuccess else { return .failed(status) }
        guard let found = result as? [String: Any], let data = found[kSecValueData as String] as? Data else {
            return .failed(errSecDecode)
        }
        return .content(Content(data: data, version: found[kSecAttrGeneric as String] as? Data))
    }

    func add(_ data: Data, access attributes: [String: Any]) -> OSStatus {
        var item = query.merging(attributes) { $1 }
        item[kSecValueData as String] = data
        item[kSecAttrGeneric as String] = newVersion()
        return SecItemAdd(item as CFDictionary, nil)
    }

    /// Updates the item in one step if it still has the version; nil matches any. Returns errSecItemNotFound if not.
    func update(_ data: Data, access attributes: [String: Any], from version: Data?) -> OSStatus {
        var changes = attributes
        changes[kSecValueData as String] = data
        changes[kSecAttrGeneric as String] = newVersion()
        return SecItemUpdate(query(version: version) as CFDictionary, changes as CFDictionary)
    }

    /// Deletes the item in one step if it still has the version; nil matches any. Returns errSecItemNotFound if not.
    func delete(version: Data? = nil) -> OSStatus { SecItemDelete(query(version: version) as CFDictionary) }

    private var query: [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
            kSecUseDataProtectionKeychain as String: true,
        ]
        query[kSecAttrAccount as String] = account
        query[kSecAttrAccessGroup as String] = group
        return query
    }

    private func query(version: Data?) -> [String: Any] {
        var query = query
        query[kSecAttrGeneric as String] = version
        return query
    }

    /// Returns a random version, so that an item that was deleted and created again is not mistaken for the earlier
    /// one.
    private func newVersion() -> Data { Data(UUID().uuidString.utf8) }
}
#endif
