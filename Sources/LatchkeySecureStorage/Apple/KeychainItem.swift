#if canImport(Security) && canImport(LocalAuthentication)
internal import Foundation
internal import LocalAuthentication
internal import Security

/// One generic password, and the four calls of the Keychain: nothing else knows its dictionaries.
struct KeychainItem: Sendable {
    /// What an item holds.
    struct Content: Sendable {
        let data: Data
        /// Another one after each change; nil for an item of other software.
        let version: Data?
    }

    /// The result of reading.
    enum Reading {
        case content(Content)
        case absent
        case failed(OSStatus)
    }

    let service: String
    /// Nil for all items of the service, only for reading and deleting.
    let account: String?
    let group: String?

    /// Reads with the proofs that the context has; does not ask for more.
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

    /// Changes the item as one step if it still has the version, or any if that is nil; errSecItemNotFound if not.
    func update(_ data: Data, access attributes: [String: Any], from version: Data?) -> OSStatus {
        var changes = attributes
        changes[kSecValueData as String] = data
        changes[kSecAttrGeneric as String] = newVersion()
        return SecItemUpdate(query(version: version) as CFDictionary, changes as CFDictionary)
    }

    /// Deletes the item as one step if it still has the version, or any if that is nil; errSecItemNotFound if not.
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

    /// Random, so that an item that was deleted and made again is not taken for the same.
    private func newVersion() -> Data { Data(UUID().uuidString.utf8) }
}
#endif
