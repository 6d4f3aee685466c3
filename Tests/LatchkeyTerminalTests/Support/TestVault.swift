import LatchkeyLock
import LatchkeySecureStorage

enum TestVault {
    /// A new vault without a passcode, open.
    static func open() async throws -> Vault {
        let storage = InMemorySecureStorage()
        let vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
                policy: .destroySlots))
        try await vault.create(.open, since: vault.epoch)
        return vault
    }
}
