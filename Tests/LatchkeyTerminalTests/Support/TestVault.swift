import LatchkeyLock
import LatchkeySecureStorage

enum TestVault {
    /// A new vault without a passcode, open.
    static func open(on storage: InMemorySecureStorage = InMemorySecureStorage()) async throws -> Vault {
        let vault = relaunched(on: storage)
        try await vault.create(.open, since: vault.epoch)
        return vault
    }

    /// The vault in this storage, as another process finds it: locked.
    static func relaunched(on storage: InMemorySecureStorage) -> Vault {
        Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
                policy: .destroySlots))
    }
}
