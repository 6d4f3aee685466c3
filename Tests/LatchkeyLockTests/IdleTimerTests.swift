import Foundation
import LatchkeyBiometrics
import LatchkeyLockTestSupport
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

@MainActor @Suite struct IdleTimerTests {
    private let clock = ManualClock()

    /// An open app with a passcode, and the watch over it.
    private func opened(_ timeout: LockTimeout?) async throws -> (PasscodeService, IdleTimer) {
        let storage = InMemorySecureStorage()
        let vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
                policy: .destroySlots))
        let service = PasscodeService(vault: vault, biometrics: NoBiometrics(), reason: "test")
        try await vault.create(.open, since: vault.epoch)
        await service.start()
        if let timeout {
            #expect(await service.setPasscode(try #require(Passcode("407318"))) == .done)
            try await service.adoptTimeout(timeout)
        }
        return (service, IdleTimer(service, clock: clock))
    }

    @Test(
        "C7 who types nothing until the timeout is locked out, at the limit and not before",
        arguments: [
            (LockTimeout.immediately, 60.0), (.oneMinute, 60), (.fiveMinutes, 300), (.oneHour, 3600),
        ])
    func limit(timeout: LockTimeout, seconds: Double) async throws {
        let (service, watch) = try await opened(timeout)
        clock.advance(by: .seconds(seconds - 1))
        watch.check()
        #expect(!service.isLocked)
        watch.touch()
        clock.advance(by: .seconds(seconds - 1))
        watch.check()
        #expect(!service.isLocked, "someone typed")
        clock.advance(by: .seconds(1))
        var changes = service.lockChanges.makeAsyncIterator()
        _ = await changes.next()
        watch.check()
        #expect(service.isLocked)
        #expect(await changes.next() == LockChange(isLocked: true, cause: .absence))
    }

    @Test("C7 a clock that was set back locks") func setBack() async throws {
        let (service, watch) = try await opened(.oneHour)
        clock.changeWall(by: .seconds(-600))
        watch.check()
        #expect(service.isLocked)
    }

    @Test func withoutAPasscodeNothingLocks() async throws {
        let (service, watch) = try await opened(nil)
        clock.advance(by: .seconds(100_000))
        watch.check()
        #expect(!service.isLocked)
    }
}
