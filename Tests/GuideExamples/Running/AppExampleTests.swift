import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import LatchkeyUI
import Testing

/// Tests the apps of the guides.
@MainActor
@Suite struct AppExampleTests {
    @Test func accountAppStartsSignedOutAndSealsNothing() async throws {
        let directory = try TemporaryDirectory()
        let server = try #require(ServerURL("http://127.0.0.1:1"))
        let shop = try RepairShop(
            home: directory.url, server: LatchkeyClient(server: server, transport: URLSessionTransport()),
            sources: [])
        #expect(shop.screen == "…")
        await shop.launch()
        #expect(shop.screen == "Sign in")
        #expect(throws: VaultError.noVault) { try shop.seal("note") }
    }

    @Test func biometricsEnabledWithThePasscodeUnlockTheApp() async throws {
        let (storage, biometrics) = (InMemorySecureStorage(), MockBiometricAuth(.fingerprint))
        let vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage),
                biometrics: ReaderGatedBiometricKey(storage: storage, biometrics: biometrics),
                installation: nil, policy: .destroySlots))
        let service = PasscodeService(vault: vault, biometrics: biometrics, reason: "Unlock the shop.")
        await service.start()
        let passcode = try #require(Passcode("593072"))
        #expect(await service.setPasscode(passcode) == .done)
        let unlock = BiometricUnlock(service: service)
        #expect(await unlock.turnOn(confirming: passcode))
        await AppLockManager(service: service, lifecycle: MockAppLifecycle(initialState: .active)).start()
        service.lockApp()
        #expect(await unlock.unlock() == nil)
        #expect(!service.isLocked)
    }

    @Test func anAppCanCustomizeScreenTextsAndPasscodeRules() async throws {
        let lock = makeLock(storage: InMemorySecureStorage())
        await lock.start()
        let door = try #require(Passcode("284170"))
        let new = NewShopPasscode(lock: lock, doorNumber: door)
        #expect(await new.set(door) == .rejected(nil))
        #expect(problem(ofPasscode: "59307") == "Enter six digits.")
        #expect(problem(ofPasscode: "777777") != nil && problem(ofPasscode: "593072") == nil)
        #expect(await new.set(try #require(Passcode("593072"))) == .done)
        lock.lockApp()
        let screen = TextLockScreen(model: LockScreenModel(lock, texts: .shop))
        for key in "59\u{7F}" { screen.press(key) }
        #expect(screen.lines == ["Staff only: your six digits", "● ○ ○ ○ ○ ○", ""])
        for key in "93071" { screen.press(key) }
        await screen.model.entry.settled()
        #expect(screen.lines[2] == "Wrong passcode. Try again.")
        for key in "593072" { screen.press(key) }
        await screen.model.entry.settled()
        #expect(!lock.isLocked)
    }
}
