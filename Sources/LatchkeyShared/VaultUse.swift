import LatchkeySecureStorage

/// Whether the app may have sealed data, stored before the vault is handed out.
struct VaultUse {
    static let key = "latchkey.shared.vault"
    let storage: any SecureStorageProtocol

    /// Stores that the app has the vault.
    func note() async throws(SecureStorageError) {
        if try await !storage.exists(for: Self.key) { try await storage.save(true, for: Self.key) }
    }

    /// Whether the app has, or had, the vault. True in doubt: what was sealed must not be lost.
    func isNoted() async -> Bool { (try? await storage.exists(for: Self.key)) ?? true }

    /// Forgets it, with a vault that was erased.
    func forget() async throws(SecureStorageError) { try await storage.delete(for: Self.key) }
}
