public import LatchkeySecureStorage

/// A session's tokens, stored as one secret.
private struct StoredTokens: Codable, Sendable {
    let access: String
    let refresh: String
}

/// The tokens of the app's own backend, with and without biometrics.
///
/// `BiometricSession` does the same for tokens of any type, with one prompt for both: pass
/// ``PasscodeService/shared`` as its `prompts`.
///
/// The Keychain outlives the app: delete the tokens at the first launch of a new installation.
extension KeychainManager {
    static let tokens = "latchkey.shared.tokens"
    static let biometricTokens = "latchkey.shared.biometric-tokens"

    /// Stores the tokens, readable in the background too.
    public func saveTokens(accessToken: String, refreshToken: String) async throws(SecureStorageError) {
        let tokens = StoredTokens(access: accessToken, refresh: refreshToken)
        try await exclusively { () async throws(SecureStorageError) in
            try await storage.save(tokens, for: Self.tokens)
        }
    }

    /// Returns the access token, or nil.
    public func getAccessToken() async throws(SecureStorageError) -> String? {
        try await storage.load(StoredTokens.self, for: Self.tokens)?.access
    }

    /// Returns the refresh token, or nil.
    public func getRefreshToken() async throws(SecureStorageError) -> String? {
        try await storage.load(StoredTokens.self, for: Self.tokens)?.refresh
    }

    /// Deletes the access token and the refresh token.
    public func clearTokens() async throws(SecureStorageError) {
        try await exclusively { () async throws(SecureStorageError) in try await storage.delete(for: Self.tokens) }
    }

    /// Stores the tokens behind a biometric match of any enrolment at the time of reading (`.biometryAny`).
    ///
    /// Throws `.unsupportedAccess` if the device has no biometrics.
    public func saveBiometricTokens(accessToken: String, refreshToken: String) async throws(SecureStorageError) {
        let tokens = StoredTokens(access: accessToken, refresh: refreshToken)
        try await exclusively { () async throws(SecureStorageError) in
            try await storage.save(tokens, for: Self.biometricTokens, access: .biometry(.anyEnrolment))
        }
    }

    /// Requests a match, and returns the access token, or nil.
    public func getBiometricAccessToken() async throws(SecureStorageError) -> String? {
        try await biometricTokensAfterMatch()?.access
    }

    /// Requests a match, and returns the refresh token, or nil.
    public func getBiometricRefreshToken() async throws(SecureStorageError) -> String? {
        try await biometricTokensAfterMatch()?.refresh
    }

    /// Returns whether there are tokens behind biometrics, without a prompt.
    public func hasBiometricTokens() async throws(SecureStorageError) -> Bool {
        try await storage.exists(for: Self.biometricTokens)
    }

    /// Deletes both tokens behind biometrics.
    public func clearBiometricTokens() async throws(SecureStorageError) {
        try await exclusively { () async throws(SecureStorageError) in
            try await storage.delete(for: Self.biometricTokens)
        }
    }

    private func biometricTokensAfterMatch() async throws(SecureStorageError) -> StoredTokens? {
        try await loadAfterMatch(StoredTokens.self, for: Self.biometricTokens, prompt: reason)
    }
}
