import LatchkeySecureStorage

/// A record that the app may have sealed data, stored before the app gets the vault.
struct VaultUse {
    static let key = "latchkey.shared.vault"
    let storage: any SecureStorageProtocol

    /// Stores that the app has used the vault.
    func note() async throws(SecureStorageError) {
        if try await !storage.exists(for: Self.key) { try await storage.save(true, for: Self.key) }
    }

    /// Whether the app has used the vault. True in doubt: sealed data must not be lost.
    func isNoted() async -> Bool { (try? await storage.exists(for: Self.key)) ?? true }

    /// Deletes the record, with a vault that was erased.
    func forget() async throws(SecureStorageError) { try await storage.delete(for: Self.key) }
}
