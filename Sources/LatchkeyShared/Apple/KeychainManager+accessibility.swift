#if canImport(Security)
internal import LatchkeySecureStorage
public import Security

extension KeychainManager {
    /// Stores the text with a Keychain accessibility constant. It never leaves this device. An unsupported constant
    /// counts as `kSecAttrAccessibleWhenUnlocked`.
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
