import LatchkeyLock
import LatchkeySecureStorage

enum TestVault {
    /// Returns a new, open vault without a passcode.
    static func open(on storage: InMemorySecureStorage = InMemorySecureStorage()) async throws -> Vault {
        let vault = relaunched(on: storage)
        try await vault.create(.open, since: vault.epoch)
        return vault
    }

    /// Returns the storage's vault in a new process, locked.
    static func relaunched(on storage: InMemorySecureStorage) -> Vault {
        Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
                policy: .destroySlots))
    }
}
