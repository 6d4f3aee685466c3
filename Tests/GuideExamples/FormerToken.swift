import LatchkeySecureStorage

/// Reads a token that an earlier version stored as plain text, and stores it in this library's format.
///
/// Call it at each launch, before the token is used. A second call has no effect.
func adoptFormerToken(in storage: some SecureStorageProtocol) async throws(SecureStorageError) {
    guard let token = try await storage.load(StoredText.self, for: "authToken") else { return }
    try await storage.save(token.text, for: "authToken", access: .whenUnlocked)
}
