import LatchkeyShared

/// What the document's `AuthService` calls, in front of the app's own backend.
@MainActor
struct KeychainTokens {
    let keychain: KeychainManager
    let biometricService: BiometricService

    /// After signing in, when the user wants biometrics.
    func save(access: String, refresh: String) async throws {
        guard biometricService.canUseBiometrics() else { throw BiometricError.unavailable }
        try await keychain.saveBiometricTokens(accessToken: access, refreshToken: refresh)
    }

    /// At launch: the refresh token after a match, or nil where the user has to sign in.
    func restore() async -> String? {
        guard (try? await keychain.hasBiometricTokens()) == true else { return nil }
        return try? await keychain.getBiometricRefreshToken()
    }
}
