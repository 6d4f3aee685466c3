import Foundation
import LatchkeyLock
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyShared

/// The vault of an app that used the libraries before LatchkeyShared.
@MainActor
struct EarlierVaultTests {
    private let device = TestDevice()

    @Test("C16 vault created by the libraries survives passcode removal")
    func vaultCreatedByTheLibrariesSurvivesPasscodeRemoval() async throws {
        let storage = device.storage
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
            .withCheapPasscodes
        let lock = AppLock.device(platform, reason: "Unlock.", policy: .anySixDigits, afterTenFailures: .unlimited)
        await lock.start()
        let passcode = try #require(Passcode("123456"))
        #expect(await lock.setPasscode(passcode) == .done)
        let sealed = try lock.vault.seal(Data("note".utf8), for: "notes")
        let service = await device.afterRestart().launch().passcodeService
        #expect(await service.unlockApp(with: "123456") == .unlocked)
        #expect(await service.verifyPasscode("123456"))
        #expect(await service.removePasscode() == .done)
        #expect(try await service.vault().open(sealed, for: "notes") == Data("note".utf8))
    }
}
