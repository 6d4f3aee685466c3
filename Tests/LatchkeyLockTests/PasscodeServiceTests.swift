import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

@MainActor private final class Held {
    var service: PasscodeService?
}

@MainActor struct PasscodeServiceTests {
    private let app = FrontApp()
    private var device: Device { app.device }
    private var lifecycle: AppLifecycleManager { app.lifecycle }

    @Test("C1 a relaunch starts locked, before and after reading")
    func aRelaunchStartsLockedBeforeAndAfterReading() async throws {
        #expect(device.service().isLocked)
        let (service, _) = try await app.relaunched()
        #expect(service.isLocked && service.vault.isLocked && service.isPasscodeEnabled)
        #expect(await service.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(service.isLocked)
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(!service.isLocked && !service.vault.isLocked)
    }

    @Test func everyLockChangeIsPublished() async throws {
        let (service, _) = try await app.relaunched()
        var changes = service.lockChanges.makeAsyncIterator()
        _ = await service.unlock(with: .right)
        await lifecycle.updateState(.inactive).value
        service.requireLock()
        service.requireLock()
        _ = await service.unlock(with: .right)
        service.lockApp()
        let expected = [
            LockChange(isLocked: true, cause: .current), LockChange(isLocked: false, cause: .proof),
            LockChange(isLocked: true, cause: .required), LockChange(isLocked: false, cause: .proof),
            LockChange(isLocked: true, cause: .request),
        ]
        for change in expected { #expect(await changes.next() == change) }
        var later = service.lockChanges.makeAsyncIterator()
        #expect(await later.next() == LockChange(isLocked: true, cause: .current), "the state at the time of the call")
        _ = await service.unlock(with: .right)
        #expect(await changes.next() == LockChange(isLocked: false, cause: .proof))
        #expect(await later.next() == LockChange(isLocked: false, cause: .proof))
    }

    @Test func everyLockReportsItsCause() async throws {
        let (service, _) = try await app.relaunched()
        func cause(of lock: @MainActor () async -> Void) async -> LockChange.Cause? {
            _ = await service.unlock(with: .right)
            var changes = service.lockChanges.makeAsyncIterator()
            _ = await changes.next()
            await lock()
            guard let change = await changes.next(), change.isLocked else { return nil }
            return change.cause
        }
        #expect(await cause { lifecycle.reportDeviceLock() } == .deviceLock)
        #expect(await cause { lifecycle.reportTermination() } == .termination)
        #expect(await cause { await app.leave(for: .seconds(5)) } == .absence)
        #expect(
            await cause {
                device.storage.with { $0.failure = .locked }
                await service.start()
                device.storage.with { $0.failure = nil }
                await service.start()
            } == .unreadable)
        #expect(await cause { service.send(.loaded(.awaitingRecovery)) } == .exhausted)
        #expect(LockChange.Cause(.loaded(.shut)) == .shut)
    }

    @Test(.timeLimit(.minutes(5))) func openedReturnsAfterUnlockAndThrowsWhenCancelled() async throws {
        let (service, _) = try await app.relaunched()
        let waiting = Task { try await service.opened() }
        let cancelled = Task { try await service.opened() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(await service.unlock(with: .right) == .unlocked)
        try await waiting.value
        try await service.opened()
    }

    @Test func timeoutIsChangedAndShownOnlyWhileUnlocked() async throws {
        let (service, _) = try await app.relaunched()
        #expect(await service.setTimeout(.oneHour, confirming: .right) == .failed(.vault(.locked)))
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(await service.setTimeout(.oneHour, confirming: .right) == .done)
        #expect(service.timeout == .oneHour)
        service.lockApp()
        #expect(service.timeout == .immediately)
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(service.timeout == .oneHour)
    }

    @Test("C7 MASVS-AUTH-3 only a longer timeout requires the passcode")
    func onlyALongerTimeoutRequiresThePasscode() async throws {
        let (service, _) = try await app.relaunched(timeout: .fiveMinutes)
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(service.needsPasscode(for: .fifteenMinutes) && !service.needsPasscode(for: .fiveMinutes))
        #expect(await service.setTimeout(.fifteenMinutes) == .passcodeNeeded)
        #expect(await service.setTimeout(.fifteenMinutes, confirming: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(service.timeout == .fiveMinutes)
        #expect(await service.setTimeout(.fifteenMinutes, confirming: .right) == .done)
        #expect(service.timeout == .fifteenMinutes && service.vault.timeout == .fifteenMinutes)
        #expect(await service.setTimeout(.oneMinute) == .done)
        #expect(service.timeout == .oneMinute)
    }

    @Test("C5 a manual lock during an unlock wins")
    func aManualLockDuringAnUnlockWins() async throws {
        let first = try await device.unlockedVault()
        first.lock()
        let held = Held()
        var device = device
        // Locks during the key derivation.
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

    @Test("C4 unreadable storage locks with a reason and recovers later")
    func unreadableStorageLocksWithAReasonAndRecoversLater() async throws {
        let (service, _) = try await app.relaunched()
        #expect(await service.unlock(with: .right) == .unlocked)
        device.storage.with { $0.failure = .locked }
        await service.start()
        #expect(service.isLocked && service.vault.isLocked && service.isPasscodeEnabled)
        #expect(service.problem == .vault(.storage(.locked)))
        #expect(await service.unlock(with: .right) == .failed(.vault(.storage(.locked))))
        #expect(await service.setPasscode(.other) == .failed(.vault(.storage(.locked))))
        device.storage.with { $0.failure = nil }
        await service.start()
        #expect(service.problem == nil && service.isLocked)
        #expect(await service.unlock(with: .right) == .unlocked)
    }

    @Test("C4 initially unreadable storage is not treated as no passcode")
    func initiallyUnreadableStorageIsNotTreatedAsNoPasscode() async {
        let device = Device()
        device.storage.with { $0.failure = .locked }
        let service = device.service()
        await service.start()
        #expect(service.isLocked && service.isPasscodeEnabled)
        #expect(await service.setPasscode(.right) == .failed(.vault(.storage(.locked))))
    }

    @Test func replacingAPasscodeRequiresTheCurrentOne() async throws {
        let (service, _) = try await app.relaunched()
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(await service.setPasscode(.other) == .passcodeNeeded)
        #expect(await service.setPasscode(.test("123456"), replacing: .right) == .rejected(.popular))
        #expect(await service.setPasscode(.other, replacing: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(await service.setPasscode(.wrong, replacing: .wrong) == .notConfirmed(.wrong(remaining: 8)))
        #expect(await service.setPasscode(.right, replacing: .right) == .reused)
        #expect(await service.setPasscode(.other, replacing: .right) == .done)
        service.lockApp()
        #expect(service.isLocked)
        #expect(await service.unlock(with: .other) == .unlocked)
    }

    @Test func removingThePasscodeRequiresIt() async throws {
        let (service, _) = try await app.relaunched()
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(await service.removePasscode(confirming: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(service.isPasscodeEnabled)
        #expect(await service.removePasscode(confirming: .right) == .done)
        #expect(!service.isPasscodeEnabled && !service.isBiometricEnabled && !service.isLocked)
        // The vault remains, because sealed data remains.
        let header = try VaultHeader(bytes: device.storage.bytes("latchkey.vault") ?? [])
        #expect(header.passcode == nil)
    }

    @Test func unenrolledBiometricsCannotBeEnabled() async throws {
        let (service, _) = try await app.relaunched()
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(await service.setBiometric(enabled: true) == .passcodeNeeded)
        app.device.reader.set(.failure(.notEnrolled))
        #expect(await service.setBiometric(enabled: true, confirming: .right) == .unavailable(.notEnrolled))
        #expect(!service.isBiometricEnabled)
    }

    @Test func erasingLeavesNothingInTheStorage() async throws {
        let (service, _) = try await app.relaunched(biometrics: true)
        try await service.erase()
        #expect(device.storage.keys.isEmpty)
        #expect(!service.isPasscodeEnabled && !service.isBiometricEnabled && !service.isLocked)
    }

    @Test("C3 the tenth failure leaves only recovery with a new passcode")
    func theTenthFailureLeavesOnlyRecoveryWithANewPasscode() async throws {
        let (service, _) = try await app.relaunched(biometrics: true)
        for _ in 1...9 {
            _ = await service.unlock(with: .wrong)
            device.clock.advance(by: .seconds(160))
        }
        #expect(await service.unlock(with: .wrong) == .exhausted)
        #expect(service.protection == .awaitingRecovery)
        #expect(service.isLocked && service.isPasscodeEnabled && !service.isBiometricEnabled)
        #expect(await service.recover(with: .wrong, setting: .other) == .failed(.vault(.recoveryKeyRejected)))
        #expect(await service.recover(with: .test, setting: .other) == .unlocked)
        #expect(!service.isLocked && !service.vault.isLocked)
        service.lockApp()
        #expect(await service.unlock(with: .other) == .unlocked)
        #expect(await service.recover(with: .test, setting: nil) == .unlocked)
        #expect(!service.isPasscodeEnabled && !service.isLocked && !service.vault.isLocked)
    }

    @Test func waitAfterFailedAttemptsSurvivesARelaunchAndEnds() async throws {
        let (service, _) = try await app.relaunched()
        for _ in 1...4 { _ = await service.unlock(with: .wrong) }
        #expect(service.waitUntil == device.clock.reading().wall + 5)
        let again = device.service()
        await again.start()
        #expect(again.waitUntil == service.waitUntil, "after a relaunch, too")
        device.clock.advance(by: .seconds(5))
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(service.waitUntil == nil)
    }

    @Test(arguments: [true, false])
    func erasingOrRemovingAPasscodeEndsItsWait(isErased: Bool) async throws {
        let (service, _) = try await app.relaunched()
        for _ in 1...5 {
            _ = await service.unlock(with: .wrong)
            device.clock.advance(by: .seconds(200))
        }
        _ = await service.unlock(with: .wrong)
        #expect(service.waitUntil != nil)
        if isErased {
            try await service.erase()
        } else {
            #expect(await service.recover(with: .test, setting: nil) == .unlocked)
        }
        #expect(service.waitUntil == nil)
        #expect(await service.setPasscode(.other) == .done)
        #expect(service.waitUntil == nil)
    }

    @Test("C3 no wait remains after the last failed attempt")
    func noWaitRemainsAfterTheLastFailedAttempt() async throws {
        let (service, _) = try await app.relaunched()
        for _ in 1...10 {
            device.clock.advance(by: .seconds(200))
            _ = await service.unlock(with: .wrong)
        }
        #expect(service.protection == .awaitingRecovery && service.waitUntil == nil)
    }
}
