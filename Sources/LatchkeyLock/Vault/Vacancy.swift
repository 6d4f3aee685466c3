/// What is stored where there is no vault, read before one is created, so that a write of another process meanwhile is
/// not replaced.
struct Vacancy: Sendable {
    /// What an earlier installation left behind, of any version and not parsed, or the mark of an interrupted erasure.
    let vault: [UInt8]?
    let count: [UInt8]?
    let sealingKey: LockStore.Finding
}

extension Vault {
    /// Reads what is stored, or returns nil when there is a vault.
    func vacancy() async throws(VaultError) -> Vacancy? {
        // The vault last, so that one is noticed that was created after the rest was read.
        let (count, sealingKey) = (try await store.load(.attempts), await store.find(.sealingKey))
        let (bytes, header) = try await readStored()
        return header == nil ? Vacancy(vault: bytes, count: count, sealingKey: sealingKey) : nil
    }
}
