import LatchkeySecureStorage

/// Reads the token that an earlier version stored as plain text, and stores it again in this library's form.
///
/// Call it at each launch, before the token is used: a text that is stored again reads the same.
func adoptFormerToken(in storage: some SecureStorageProtocol) async throws(SecureStorageError) {
    guard let token = try await storage.load(StoredText.self, for: "authToken") else { return }
    try await storage.save(token.text, for: "authToken", access: .whenUnlocked)
}
