import LatchkeyShared

/// The calls of the document's `AuthService`, with the app's own backend.
@MainActor
struct KeychainTokens {
    let keychain: KeychainManager
    let biometricService: BiometricService

    /// Stores the tokens after a sign-in, if the user agrees to biometrics.
    func save(access: String, refresh: String) async throws {
        guard biometricService.canUseBiometrics() else { throw BiometricError.unavailable }
        try await keychain.saveBiometricTokens(accessToken: access, refreshToken: refresh)
    }

    /// Returns the refresh token after a match at launch, or nil if the user has to sign in.
    func restore() async -> String? {
        guard (try? await keychain.hasBiometricTokens()) == true else { return nil }
        return try? await keychain.getBiometricRefreshToken()
    }
}
