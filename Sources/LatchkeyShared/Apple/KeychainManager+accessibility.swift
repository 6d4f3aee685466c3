#if canImport(Security)
internal import LatchkeySecureStorage
public import Security

extension KeychainManager {
    /// Stores the text with the Keychain's own name of an accessibility. It stays on this device whatever the name, and
    /// a name that is not listed here counts as `kSecAttrAccessibleWhenUnlocked`.
    public func set(
        _ value: String, forKey key: String, accessibility: CFString
    ) async throws(SecureStorageError) {
        let access: SecureStorageAccess =
            switch accessibility {
            case kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: .afterFirstUnlock
            case kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: .whenPasscodeSet
            default: .whenUnlocked
            }
        try await set(value, forKey: key, accessibility: access)
    }
}
#endif
