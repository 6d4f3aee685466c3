import LatchkeySecureStorage

/// The four calls of secure storage. `exists(for:)` is asynchronous and can throw, because an unreadable secret is not
/// absent.
func useSecureStorage(_ secureStorage: some SecureStorageProtocol, token: String) async throws -> Credentials? {
    try await secureStorage.save(token, for: "authToken")
    let credentials: Credentials? = try await secureStorage.load(for: "userCreds")
    if try await secureStorage.exists(for: "authToken") {
        try await secureStorage.delete(for: "authToken")
    }
    return credentials
}
