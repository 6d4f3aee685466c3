#if os(Linux)
import LatchkeyLinux
import LatchkeySecureStorage

/// Moves a token that an earlier version stored in the keyring with `secret_password_store`.
func moveFormerToken(
    from keyring: SecretServiceSecureStorage, to storage: some SecureStorageProtocol
) async throws(SecureStorageError) {
    // From the earlier version's schema.
    let attributes = ["xdg:schema": "com.example.Shop", "account": "token"]
    guard let token = try await keyring.storedText(withAttributes: attributes) else { return }
    // A stored token is newer.
    try await storage.update(String.self, for: "authToken", access: .whenUnlocked) { $0 = $0 ?? token.text }
    // Delete last, so an interruption loses nothing.
    try await keyring.deleteItem(withAttributes: attributes)
}
#endif
