internal import LatchkeyLock
public import LatchkeySecureStorage
internal import LatchkeySession

/// The app's texts and tokens in secure storage, with the calls of the documents: in the Keychain on Apple's platforms.
///
/// Calls wait for the storage and throw its errors. Any actor may use it. Names that begin with `latchkey.` belong to
/// the lock.
public final class KeychainManager: Sendable {
    /// The manager of this process. Traps before ``Latchkey/configure(_:reason:policy:afterTenFailures:legacy:)``.
    public static var shared: KeychainManager {
        guard let keychain = Latchkey.keychain.withLock({ $0 }) else {
            // There is no storage to fall back to.
            preconditionFailure(Latchkey.needsConfiguration)
        }
        return keychain
    }

    let storage: any SecureStorageProtocol
    let reason: String
    private let passcodes: PasscodeService
    private let device: LatchkeyLock.PasscodeService?
    private let account: SessionModel?
    /// The names that ``set(_:forKey:accessibility:)`` has stored.
    private static let names = "latchkey.shared.keys"

    @MainActor init(
        storage: any SecureStorageProtocol, passcodes: PasscodeService, device: LatchkeyLock.PasscodeService?,
        account: SessionModel?, reason: String
    ) {
        (self.storage, self.passcodes, self.device, self.account) = (storage, passcodes, device, account)
        self.reason = reason
    }

    /// Stores the text, or replaces the text and the accessibility of the key.
    public func set(
        _ value: String, forKey key: String, accessibility: SecureStorageAccess = .afterFirstUnlock
    ) async throws(SecureStorageError) {
        try await store(value, forKey: key, accessibility: accessibility)
    }

    /// Returns the text of the key, or nil. It also reads plain UTF-8 that an earlier version of the app stored.
    public func get(forKey key: String) async throws(SecureStorageError) -> String? {
        try check(key)
        return try await storage.load(StoredText.self, for: key)?.text
    }

    /// Deletes the text. An absent text is not an error.
    public func delete(forKey key: String) async throws(SecureStorageError) {
        try check(key)
        try await storage.delete(for: key)
        try await storage.update([String].self, for: Self.names) { names in
            names?.removeAll { $0 == key }
            if names?.isEmpty == true { names = nil }
        }
    }

    /// Whether there is a passcode. True until that is known.
    @MainActor public func isPasscodeEnabled() -> Bool { passcodes.isPasscodeEnabled }

    /// Whether a biometric match unlocks the app.
    @MainActor public func isBiometricEnabled() -> Bool { passcodes.isBiometricEnabled }

    /// Removes the passcode and disables biometrics: see ``PasscodeService/removePasscode()``.
    @MainActor public func clearPasscodeData() async -> PasscodeChangeOutcome { await passcodes.removePasscode() }

    /// Deletes everything, for a full sign-out: the texts and tokens, the passcode, and the vault's sealed data. With
    /// an account, signs it out. Ask the user for confirmation first.
    ///
    /// Throws the reason that not everything could be deleted. After an error, call it again.
    @MainActor public func clearAll() async throws {
        await passcodes.loadState()
        for name in try await storage.load([String].self, for: Self.names) ?? [] {
            try await storage.delete(for: name)
        }
        try await clearTokens()
        try await clearBiometricTokens()
        // After the tokens: an app that is still signed in stays locked.
        if let error = await account?.signOut() { throw error }
        try await device?.erase()
        try await VaultUse(storage: storage).forget()
        // Last: while it exists, a repeated call finds all names.
        try await storage.delete(for: Self.names)
    }

    func store<Value: Codable & Sendable>(
        _ value: Value, forKey key: String, accessibility: SecureStorageAccess
    ) async throws(SecureStorageError) {
        try check(key)
        // The name first, so that `clearAll()` finds everything that is stored.
        try await storage.update([String].self, for: Self.names) { names in
            if names?.contains(key) != true { names = (names ?? []) + [key] }
        }
        try await storage.save(value, for: key, access: accessibility)
    }

    func check(_ key: String) throws(SecureStorageError) {
        if key.hasPrefix("latchkey.") { throw .invalidKey }
    }
}
