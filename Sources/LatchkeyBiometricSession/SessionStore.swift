internal import Crypto
internal import Foundation
internal import LatchkeyBiometrics
internal import LatchkeySecureStorage

/// The two stored items of a session: the private key, which only a match releases, and the tokens, sealed for it.
///
/// Sealing requires only the public key, so storing refreshed tokens neither prompts nor renews the item that is bound
/// to the enrolment.
struct SessionStore: Sendable {
    /// The protection of the key until there is a match.
    enum KeyProtection: Sendable {
        /// The storage itself requests the match.
        case storage(SecureStorageAccess.Enrolment)
        /// The reader reports a match, and this code then reads the key.
        case reader

        var access: SecureStorageAccess {
            switch self {
            case .storage(let enrolment): .biometry(enrolment)
            case .reader: .afterFirstUnlock
            }
        }
    }

    private static let keyName = "latchkey.session-key"
    private static let tokensName = "latchkey.session-tokens"

    let storage: any SecureStorageProtocol
    let biometrics: any BiometricAuthProtocol
    let protection: KeyProtection

    /// The kind of biometrics that can protect the key now, or `none`.
    func biometricType() async -> BiometricType {
        storage.supports(protection.access) ? await biometrics.biometricType : .none
    }

    func tokens() async throws(SecureStorageError) -> SealedTokens? {
        try await storage.load(SealedTokens.self, for: Self.tokensName)
    }

    func isComplete() async throws(SecureStorageError) -> Bool {
        guard try await storage.exists(for: Self.tokensName) else { return false }
        return try await storage.exists(for: Self.keyName)
    }

    /// Whether a session of this user is stored. Damaged tokens are no one's.
    func isComplete(for user: String) async throws(SecureStorageError) -> Bool {
        do throws(SecureStorageError) {
            guard try await isComplete() else { return false }
            return try await tokens()?.belong(to: user) == true
        } catch {
            switch error {
            case .unreadable, .decodingFailed: return false
            default: throw error
            }
        }
    }

    /// Stores the tokens, with a new key unless a session of the same user is stored.
    func save(_ plain: Data, of user: String) async throws(SecureStorageError) {
        if try await replaceReadable(plain, of: user) { return }
        // Checked before anything is deleted.
        guard storage.supports(protection.access) else { throw .unsupportedAccess(protection.access) }
        let key = Curve25519.KeyAgreement.PrivateKey()
        let sealed = try Self.seal(plain, of: user, for: key.publicKey.rawRepresentation)
        // In this order an interruption leaves no tokens, and never tokens of another key.
        try await storage.delete(for: Self.tokensName)
        try await storage.save(key.rawRepresentation, for: Self.keyName, access: protection.access)
        try await storage.save(sealed, for: Self.tokensName)
    }

    /// Replaces the tokens of a stored session of the same user. Returns whether one is stored.
    func replace(_ plain: Data, of user: String) async throws(SecureStorageError) -> Bool {
        guard try await storage.exists(for: Self.keyName) else { return false }
        let result = try await storage.update(SealedTokens.self, for: Self.tokensName) { stored in
            Result<Bool, SecureStorageError> { () throws(SecureStorageError) in
                guard let old = stored, old.belong(to: user) else { return false }
                stored = try Self.seal(plain, of: user, for: old.publicKey)
                return true
            }
        }
        return try result.get()
    }

    /// Replaces the tokens if they are readable. Damaged tokens count as absent: the sign-in has just renewed them.
    private func replaceReadable(_ plain: Data, of user: String) async throws(SecureStorageError) -> Bool {
        do { return try await replace(plain, of: user) } catch {
            switch error {
            case .unreadable, .decodingFailed: return false
            default: throw error
            }
        }
    }

    /// Deletes both items, the tokens first: without them the key restores nothing.
    func clear() async throws(SecureStorageError) {
        try await storage.delete(for: Self.tokensName)
        try await storage.delete(for: Self.keyName)
    }

    /// Requests a match. Returns the key, or nil if the enrolment changed.
    func releaseKey(reason: String) async throws(BiometricSessionError) -> Curve25519.KeyAgreement.PrivateKey? {
        // Checked first, because the storage cannot always report the reason that no match is possible.
        do { _ = try await biometrics.status() } catch { throw .biometrics(error) }
        var prompt: String? = reason
        if case .reader = protection {
            if case .rejected(let error) = await biometrics.authenticate(reason: reason) { throw .biometrics(error) }
            prompt = nil
        }
        do throws(SecureStorageError) {
            guard let bytes = try await storage.load(Data.self, for: Self.keyName, prompt: prompt) else { return nil }
            guard let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes) else {
                throw .unreadable(reason: "not a key")
            }
            return key
        } catch {
            throw BiometricSessionError(error)
        }
    }

    private static func seal(
        _ plain: Data, of user: String, for publicKey: Data
    ) throws(SecureStorageError) -> SealedTokens {
        do { return try SealedTokens(plain, of: user, for: publicKey) } catch { throw .unreadable(reason: "not a key") }
    }
}
