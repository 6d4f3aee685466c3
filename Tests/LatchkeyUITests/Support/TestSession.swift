import LatchkeyBiometrics
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport

extension SessionModel {
    /// Returns a session on an empty device, with fast passcode hashing.
    static func test(_ server: MockSessionAPI) -> SessionModel {
        let storage = InMemorySecureStorage()
        let reader = MockBiometricAuth(.fingerprint)
        let unlockServer = SessionUnlockServer(api: server)
        var parts = Vault.Parts(
            storage: storage, device: StoredDeviceSecret(storage: storage),
            biometrics: ReaderGatedBiometricKey(storage: storage, biometrics: reader),
            installation: nil, policy: .destroySlots, clock: ManualClock())
        parts.unlockServer = unlockServer
        let vault = Vault(
            parts, parameters: (try? ScryptParameters(logN: 1, blockSize: 1, passes: 1)) ?? .standard)
        let auth = AuthService(api: server, storage: storage, vault: vault, sessionLock: InProcessSessionLock())
        unlockServer.connect(auth)
        return SessionModel(
            auth: auth,
            lock: PasscodeService(vault: vault, biometrics: reader, reason: "Unlock the test."))
    }
}
