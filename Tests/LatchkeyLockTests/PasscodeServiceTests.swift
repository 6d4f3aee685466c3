import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

@MainActor private final class Held {
    var service: PasscodeService?
}

@MainActor struct PasscodeServiceTests {
    private let device = Device()
    private let lifecycle = AppLifecycleManager(initialState: .active)

    /// An app in front with the right passcode, locked, as after a relaunch.
    private func relaunched(
        biometrics: Bool = false, timeout: LockTimeout = .immediately
    ) async throws -> (PasscodeService, AppLockManager) {
        let vault = try await device.unlockedVault(biometrics: biometrics)
        try await vault.setTimeout(timeout)
        let service = device.service()
        let manager = AppLockManager(service: service, lifecycle: lifecycle, clock: device.clock)
        await manager.start()
        return (service, manager)
    }

    private func leave(for time: Duration) async {
        await lifecycle.updateState(.background).value
        device.clock.advance(by: time)
        await lifecycle.updateState(.active).value
    }

    @Test("C1 a relaunch starts locked, before and after reading")
    func relaunch() async throws {
        #expect(device.service().isLocked)
        let (service, _) = try await relaunched()
        #expect(service.isLocked && service.vault.isLocked && service.isPasscodeEnabled)
        #expect(await service.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(service.isLocked)
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(!service.isLocked && !service.vault.isLocked)
    }

    @Test func everyChangeOfTheLockIsTold() async throws {
        let (service, _) = try await relaunched()
        var changes = service.lockChanges.makeAsyncIterator()
        _ = await service.unlock(with: .right)
        await lifecycle.updateState(.inactive).value
        service.requireLock()
        service.requireLock()
        _ = await service.unlock(with: .right)
        service.lockApp()
        for expected in [true, false, true, false, true] { #expect(await changes.next() == expected) }
        var later = service.lockChanges.makeAsyncIterator()
        #expect(await later.next() == true, "as it is when it is asked for")
        _ = await service.unlock(with: .right)
        #expect(await changes.next() == false)
        #expect(await later.next() == false)
    }

    @Test("C7 away for as long as the timeout locks, and a moment less does not", arguments: LockTimeout.allCases)
    func timeouts(timeout: LockTimeout) async throws {
        let (service, _) = try await relaunched(timeout: timeout)
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(service.timeout == timeout)
        await leave(for: timeout.limit - .milliseconds(1))
        #expect(!service.isLocked)
        await leave(for: timeout.limit)
        #expect(service.isLocked && service.vault.isLocked)
    }

    @Test func timeoutIsSetAndShown() async throws {
        let (service, _) = try await relaunched()
        await #expect(throws: VaultError.locked) { try await service.setTimeout(.oneHour) }
        #expect(await service.unlock(with: .right) == .unlocked)
        try await service.setTimeout(.oneHour)
        #expect(service.timeout == .oneHour)
        service.lockApp()
        #expect(service.timeout == .immediately)
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(service.timeout == .oneHour)
    }

    @Test("C7 setting the clock back while away locks")
    func clockSetBack() async throws {
        let (service, _) = try await relaunched(timeout: .oneHour)
        #expect(await service.unlock(with: .right) == .unlocked)
        await lifecycle.updateState(.background).value
        device.clock.turnWall(by: .seconds(-3600))
        await lifecycle.updateState(.active).value
        #expect(service.isLocked)
    }

    @Test("C7 an absence that was reported twice is one, from the first report on")
    func doubledReports() async throws {
        let (service, manager) = try await relaunched(timeout: .oneMinute)
        #expect(await service.unlock(with: .right) == .unlocked)
        await lifecycle.updateState(.background).value
        device.clock.advance(by: .seconds(40))
        await lifecycle.updateState(.inactive).value
        await lifecycle.updateState(.background).value
        manager.lockIfTimedOut()
        #expect(!service.isLocked)
        device.clock.advance(by: .seconds(20))
        manager.lockIfTimedOut()
        #expect(service.isLocked, "also without coming back")
    }

    @Test("C11 C12 being inactive covers, and never counts as leaving")
    func inactive() async throws {
        let (service, _) = try await relaunched()
        #expect(await service.unlock(with: .right) == .unlocked)
        await lifecycle.updateState(.inactive).value
        #expect(service.state.isCovered && !service.isLocked)
        device.clock.advance(by: .seconds(86_400))
        await lifecycle.updateState(.active).value
        #expect(!service.state.isCovered && !service.isLocked)
    }

    @Test("C1 the device's lock and the process's end lock at once")
    func deviceLock() async throws {
        let (service, manager) = try await relaunched()
        for report in [lifecycle.reportDeviceLock, lifecycle.reportTermination] {
            #expect(await service.unlock(with: .right) == .unlocked)
            await report().value
            #expect(service.isLocked && service.vault.isLocked)
        }
        manager.stop()
        #expect(await service.unlock(with: .right) == .unlocked)
        await lifecycle.reportDeviceLock().value
        #expect(!service.isLocked, "watches no longer")
    }

    @Test("C5 a lock by hand during an unlock wins, on the screen and in memory")
    func lockDuringUnlock() async throws {
        let first = try await device.unlockedVault()
        first.lock()
        let held = Held()
        var device = device
        // In the middle of the key derivation.
        device.onStretch = { await held.service?.lockApp() }
        let service = device.service()
        await service.start()
        held.service = service
        #expect(await service.unlock(with: .right) == .superseded)
        #expect(service.isLocked && service.vault.isLocked)
        held.service = nil
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(!service.isLocked && !service.vault.isLocked)
    }

    @Test("C4 storage that cannot be read: locked, says why, and recovers when it can")
    func unreadable() async throws {
        let (service, _) = try await relaunched()
        #expect(await service.unlock(with: .right) == .unlocked)
        device.storage.with { $0.failure = .locked }
        await service.start()
        #expect(service.isLocked && service.vault.isLocked && service.isPasscodeEnabled)
        #expect(service.problem == .storage(.locked))
        #expect(await service.unlock(with: .right) == .failed(.storage(.locked)))
        #expect(await service.setPasscode(.other) == .failed(.storage(.locked)))
        device.storage.with { $0.failure = nil }
        await service.start()
        #expect(service.problem == nil && service.isLocked)
        #expect(await service.unlock(with: .right) == .unlocked)
    }

    @Test("C4 unreadable from the start is not no passcode")
    func unreadableFromTheStart() async {
        let device = Device()
        device.storage.with { $0.failure = .locked }
        let service = device.service()
        await service.start()
        #expect(service.isLocked && service.isPasscodeEnabled)
        #expect(await service.setPasscode(.right) == .failed(.storage(.locked)))
    }

    @Test func settingAPasscodeTakesThePresentOne() async throws {
        let (service, _) = try await relaunched()
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(await service.setPasscode(.other) == .passcodeNeeded)
        #expect(await service.setPasscode(.test("123456"), replacing: .right) == .refused(.popular))
        #expect(await service.setPasscode(.other, replacing: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(await service.setPasscode(.other, replacing: .right) == .done)
        service.lockApp()
        #expect(service.isLocked)
        #expect(await service.unlock(with: .other) == .unlocked)
    }

    @Test("C3 the tenth failure leaves only recovery, which opens and sets a new passcode")
    func recovery() async throws {
        let (service, _) = try await relaunched(biometrics: true)
        for _ in 1...9 {
            _ = await service.unlock(with: .wrong)
            device.clock.advance(by: .seconds(160))
        }
        #expect(await service.unlock(with: .wrong) == .exhausted)
        #expect(service.protection == .awaitingRecovery)
        #expect(service.isLocked && service.isPasscodeEnabled && !service.isBiometricEnabled)
        #expect(await service.recover(with: .wrong, setting: .other) == .failed(.recoveryKeyRefused))
        #expect(await service.recover(with: .test, setting: .test("111111")) == .refused(.popular))
        #expect(await service.recover(with: .test, setting: .other) == .recovered)
        #expect(!service.isLocked && !service.vault.isLocked)
        service.lockApp()
        #expect(await service.unlock(with: .other) == .unlocked)
        #expect(await service.recover(with: .test, setting: nil) == .recovered)
        #expect(!service.isPasscodeEnabled && !service.isLocked && !service.vault.isLocked)
    }

    @Test func waitIsKnownAndEnds() async throws {
        let (service, _) = try await relaunched()
        for _ in 1...4 { _ = await service.unlock(with: .wrong) }
        #expect(service.waitUntil == device.clock.reading().wall + 5)
        let again = device.service()
        await again.start()
        #expect(again.waitUntil == service.waitUntil, "after a relaunch, too")
        device.clock.advance(by: .seconds(5))
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(service.waitUntil == nil)
    }
}
