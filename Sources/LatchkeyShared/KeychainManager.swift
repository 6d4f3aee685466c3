internal import LatchkeyCore
internal import LatchkeyLock
public import LatchkeySecureStorage
internal import LatchkeySession

/// The app's texts and tokens in secure storage: in the Keychain on Apple's platforms.
///
/// Calls wait for the storage and throw its errors. Any actor may use it. Changes are made one at a time, in the order
/// of the calls. Names that begin with `latchkey.` belong to the lock.
///
/// The prompt for a secret that requires a match does not overlap the lock's prompt or count as leaving the app. While
/// the app is locked there is no prompt, and the call throws `.matchUnavailable(.notInteractive)`.
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
    private let biometry: Biometry
    private let mutex = AsyncMutex()
    /// The names that ``set(_:forKey:accessibility:)`` has stored.
    private static let names = "latchkey.shared.keys"

    @MainActor init(
        storage: any SecureStorageProtocol, passcodes: PasscodeService, device: LatchkeyLock.PasscodeService?,
        account: SessionModel?, biometry: Biometry, reason: String
    ) {
        (self.storage, self.passcodes, self.device, self.account) = (storage, passcodes, device, account)
        (self.biometry, self.reason) = (biometry, reason)
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
        try await exclusively { () async throws(SecureStorageError) in
            try await storage.delete(for: key)
            try await storage.update([String].self, for: Self.names) { names in
                names?.removeAll { $0 == key }
                if names?.isEmpty == true { names = nil }
            }
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
        try await mutex.lock()
        defer { mutex.unlock() }
        for name in try await storage.load([String].self, for: Self.names) ?? [] {
            try await storage.delete(for: name)
        }
        for name in [Self.tokens, Self.biometricTokens] { try await storage.delete(for: name) }
        // After the tokens: an app that is still signed in stays locked.
        if let error = await account?.signOut() { throw error }
        try await device?.erase()
        // Last: while it exists, a repeated call finds all names.
        try await storage.delete(for: Self.names)
    }

    func store<Value: Codable & Sendable>(
        _ value: Value, forKey key: String, accessibility: SecureStorageAccess
    ) async throws(SecureStorageError) {
        try check(key)
        try await exclusively { () async throws(SecureStorageError) in
            // The name first, so that `clearAll()` finds everything that is stored.
            try await storage.update([String].self, for: Self.names) { names in
                if names?.contains(key) != true { names = (names ?? []) + [key] }
            }
            try await storage.save(value, for: key, access: accessibility)
        }
    }

    /// Runs the change after all earlier ones. Throws `.cancelled` when the task is cancelled while it waits; a change
    /// that has begun runs to its end.
    func exclusively(_ change: () async throws(SecureStorageError) -> Void) async throws(SecureStorageError) {
        do { try await mutex.lock() } catch { throw .cancelled }
        defer { mutex.unlock() }
        try await change()
    }

    /// Requests a match, within the lock, and returns the secret, or nil.
    func loadAfterMatch<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String
    ) async throws(SecureStorageError) -> Value? {
        let storage = storage
        let outcome = await biometry.prompt { () async -> Result<Value?, SecureStorageError> in
            do throws(SecureStorageError) {
                return .success(try await storage.load(type, for: key, prompt: prompt))
            } catch {
                return .failure(error)
            }
        }
        guard let outcome else { throw .matchUnavailable(.notInteractive) }
        return try outcome.get()
    }

    func check(_ key: String) throws(SecureStorageError) {
        if key.hasPrefix("latchkey.") { throw .invalidKey }
    }
}
