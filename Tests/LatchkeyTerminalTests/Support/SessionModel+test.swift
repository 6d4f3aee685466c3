import LatchkeyBiometrics
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport

extension SessionModel {
    /// Returns a session with an in-memory vault and a fingerprint reader.
    static func test(_ server: FakeServer = FakeServer()) -> SessionModel {
        let (storage, reader) = (InMemorySecureStorage(), MockBiometricAuth(.fingerprint))
        let vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage),
                biometrics: ReaderGatedBiometricKey(storage: storage, biometrics: reader), installation: nil,
                policy: .destroySlots))
        let lock = PasscodeService(vault: vault, biometrics: reader, reason: "Unlock the test.")
        let auth = AuthService(api: server, storage: storage, vault: vault, sessionLock: InProcessSessionLock())
        return SessionModel(auth: auth, lock: lock)
    }
}
