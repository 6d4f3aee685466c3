import LatchkeyBiometricSession
import LatchkeyBiometrics
import LatchkeySecureStorage

/// The calls of a biometric session, from the sign-in to the sign-out.
func callBiometricSession(
    with tokens: BackendTokens, then refreshed: BackendTokens
) async throws -> BiometricRestore<BackendTokens> {
    let session = BiometricSession<BackendTokens>(
        storage: KeychainSecureStorage(), biometrics: LocalBiometricAuth(), user: \.userID)

    // After a sign-in, if the user agrees:
    if await session.shouldOffer(for: tokens) { try await session.save(tokens) }
    // After a refresh:
    try await session.update(refreshed)
    // At launch:
    let outcome = await session.restore(reason: "Sign in to the shop.")
    // At sign-out:
    try await session.clear()
    return outcome
}
