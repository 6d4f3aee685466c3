import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import LatchkeyUI
import TerminalKit
import Testing

@testable import LatchkeyTerminal

@MainActor @Suite struct SettingsScreenTests {
    private let texts = TerminalTexts.english

    private func session() -> SessionModel {
        let (storage, reader) = (InMemorySecureStorage(), MockBiometricAuth(.fingerprint))
        let vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage),
                biometrics: ReaderGatedBiometricKey(storage: storage, biometrics: reader), installation: nil,
                policy: .destroySlots))
        let lock = PasscodeService(vault: vault, biometrics: reader, reason: "Unlock the test.")
        let auth = AuthService(api: FakeServer(), storage: storage, vault: vault, sessionLock: InProcessSessionLock())
        return SessionModel(auth: auth, lock: lock)
    }

    private func text(of session: SessionModel) -> String {
        SettingsScreen(session, deviceName: nil, texts: texts).content(.standard).lines
            .flatMap(\.spans).map(\.text).joined(separator: "\n")
    }

    @Test(
        "C6 what biometrics alone guard can be locked from the settings, and what nothing guards cannot",
        arguments: [true, false])
    func lockNow(isGuarded: Bool) async {
        let session = session()
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        if isGuarded {
            #expect(await session.useBiometricsOnly() == .done)
        } else {
            #expect(await session.setUpLater() == nil)
        }
        #expect(text(of: session).contains(texts[.lockNow]) == isGuarded)
    }
}
