import Foundation
import Security

/// Calls of another process to the same keychain.
struct OtherProcess {
    let service: String
    let account: String

    private var query: [String: Any] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
            kSecAttrAccount as String: account, kSecUseDataProtectionKeychain as String: true,
        ]
    }

    func add(_ text: String) {
        let item = query.merging([kSecValueData as String: Data(text.utf8)]) { $1 }
        _ = SecItemAdd(item as CFDictionary, nil)
    }

    func change(to text: String) {
        let changes: [String: Any] = [
            kSecValueData as String: Data(text.utf8), kSecAttrGeneric as String: Data(UUID().uuidString.utf8),
        ]
        _ = SecItemUpdate(query as CFDictionary, changes as CFDictionary)
    }

    /// The attributes of the item, or nil if it does not exist.
    var attributes: [String: Any]? {
        let asked = query.merging([kSecReturnAttributes as String: true]) { $1 }
        var result: CFTypeRef?
        guard SecItemCopyMatching(asked as CFDictionary, &result) == errSecSuccess else { return nil }
        return result as? [String: Any]
    }
}
