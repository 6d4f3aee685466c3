#if os(Linux)
import LatchkeyLinux
import LatchkeySecureStorage

/// Moves a token that an earlier version stored in the keyring with `secret_password_store`.
func moveFormerToken(
    from keyring: SecretServiceSecureStorage, to storage: some SecureStorageProtocol
) async throws(SecureStorageError) {
    // Use the attributes of the earlier version's schema.
    let attributes = ["xdg:schema": "com.example.Shop", "account": "token"]
    guard let token = try await keyring.storedText(withAttributes: attributes) else { return }
    try await storage.save(token.text, for: "authToken", access: .whenUnlocked)
    // Delete last, so that an interruption loses nothing.
    try await keyring.deleteItem(withAttributes: attributes)
}
#endif
