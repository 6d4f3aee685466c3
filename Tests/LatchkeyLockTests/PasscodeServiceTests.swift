import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

/// Blocks the present thread, the main actor's too.
private func waitForThread(_ semaphore: DispatchSemaphore) { semaphore.wait() }

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
        let manager = AppLockManager(service: service, lifecycle: lifecycle)
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
        let expected = [
            LockChange(isLocked: true, cause: .current), LockChange(isLocked: false, cause: .proof),
            LockChange(isLocked: true, cause: .required), LockChange(isLocked: false, cause: .proof),
            LockChange(isLocked: true, cause: .request),
        ]
        for change in expected { #expect(await changes.next() == change) }
        var later = service.lockChanges.makeAsyncIterator()
        #expect(await later.next() == LockChange(isLocked: true, cause: .current), "as it is when it is asked for")
        _ = await service.unlock(with: .right)
        #expect(await changes.next() == LockChange(isLocked: false, cause: .proof))
        #expect(await later.next() == LockChange(isLocked: false, cause: .proof))
    }

    @Test func everyLockSaysWhy() async throws {
        let (service, _) = try await relaunched()
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
        #expect(await cause { await leave(for: .seconds(5)) } == .absence)
        #expect(
            await cause {
                device.storage.with { $0.failure = .locked }
                await service.start()
                device.storage.with { $0.failure = nil }
                await service.start()
            } == .unreadable)
        #expect(await cause { service.send(.slotsDestroyed) } == .exhausted)
    }

    @Test(.timeLimit(.minutes(1))) func openedReturnsOnceTheLockIsOpenAndThrowsWhenCancelled() async throws {
        let (service, _) = try await relaunched()
        let waiting = Task { try await service.opened() }
        let cancelled = Task { try await service.opened() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(await service.unlock(with: .right) == .unlocked)
        try await waiting.value
        try await service.opened()
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
        #expect(await service.setTimeout(.oneHour, confirming: .right) == .failed(.locked))
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(await service.setTimeout(.oneHour, confirming: .right) == .done)
        #expect(service.timeout == .oneHour)
        service.lockApp()
        #expect(service.timeout == .immediately)
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(service.timeout == .oneHour)
    }

    @Test("C7 a longer timeout takes the passcode, which counts; a shorter one does not")
    func longerTimeoutTakesThePasscode() async throws {
        let (service, _) = try await relaunched(timeout: .fiveMinutes)
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

    @Test("C7 where biometrics alone open, an absence locks and an app that measures it itself is told so")
    func biometricsOnly() async throws {
        let service = device.service()
        let manager = AppLockManager(service: service, lifecycle: lifecycle)
        await manager.start()
        #expect(await service.protectWithBiometricsOnly() == .done)
        #expect(service.isProtected && !service.isPasscodeEnabled)
        #expect(!service.shouldLockOnForeground(backgroundDuration: 4.999))
        #expect(service.shouldLockOnForeground(backgroundDuration: 5))
        service.lockApp()
        #expect(service.isLocked && service.vault.isLocked)
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

    @Test(
        "C7 whatever the app's own handlers do, leaving is stamped when it happens, and coming back locks",
        .timeLimit(.minutes(1)), arguments: [LifecycleEvent.foreground, .active, .inactive, .background])
    func hangingHandlers(event: LifecycleEvent) async throws {
        let (service, _) = try await relaunched(timeout: .oneHour)
        #expect(await service.unlock(with: .right) == .unlocked)
        let (never, end) = AsyncStream.makeStream(of: Never.self)
        let (hanging, isHanging) = AsyncStream.makeStream(of: Void.self)
        lifecycle.on(event) {
            isHanging.yield()
            for await _ in never {}
        }
        lifecycle.updateState(.background)
        let last = lifecycle.updateState(.active)
        for await _ in hanging { break }
        #expect(!service.isLocked)
        // From here on no handler is called any more: the first one has not returned.
        lifecycle.updateState(.background)
        device.clock.advance(by: .seconds(3600))
        lifecycle.updateState(.active)
        #expect(service.isLocked && service.vault.isLocked)
        end.finish()
        await last.value
    }

    @Test(
        "C7 locking the device drops the key before the report returns, on any thread, beside a hanging handler",
        .timeLimit(.minutes(5)))
    func deviceLockAtOnce() async throws {
        let (service, _) = try await relaunched(timeout: .oneHour)
        #expect(await service.unlock(with: .right) == .unlocked)
        let (never, end) = AsyncStream.makeStream(of: Never.self)
        lifecycle.onForeground { for await _ in never {} }
        lifecycle.updateState(.background)
        lifecycle.updateState(.active)
        // Not on the main actor, which this test keeps busy until the report has returned.
        let reported = DispatchSemaphore(value: 0)
        let wasLocked = Counter()
        let (lifecycle, vault) = (lifecycle, service.vault)
        Thread.detachNewThread {
            lifecycle.reportDeviceLock()
            if vault.isLocked { wasLocked.increment() }
            reported.signal()
        }
        waitForThread(reported)
        #expect(wasLocked.value == 1)
        // What the screen is told comes first, whatever is asked next.
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(!service.isLocked && !service.vault.isLocked)
        end.finish()
    }

    @Test("C5 a device lock that is reported while a right passcode is settled wins")
    func deviceLockDuringUnlock() async throws {
        let first = try await device.unlockedVault()
        first.lock()
        var device = device
        let lifecycle = lifecycle
        device.onStretch = { lifecycle.reportDeviceLock() }
        let service = device.service()
        await AppLockManager(service: service, lifecycle: lifecycle).start()
        #expect(await service.unlock(with: .right) == .superseded)
        #expect(service.isLocked && service.vault.isLocked)
    }

    @Test("C7 on a Mac turning to another app begins the absence, and the system's prompt does not")
    func turningAway() async throws {
        let (service, _) = try await relaunched(timeout: .oneMinute)
        func turnAway(for time: Duration) {
            lifecycle.updateState(.inactive)
            lifecycle.reportLeave()
            device.clock.advance(by: time)
            lifecycle.updateState(.active)
        }
        #expect(await service.unlock(with: .right) == .unlocked)
        turnAway(for: .seconds(60) - .milliseconds(1))
        #expect(!service.isLocked)
        turnAway(for: .seconds(60))
        #expect(service.isLocked && service.vault.isLocked)
    }

    @Test("C7 a prompt that was up when the user turned away: who is not back when it comes down has left")
    func turningAwayBesideAPrompt() async throws {
        let (service, _) = try await relaunched(timeout: .oneMinute)
        #expect(await service.unlock(with: .right) == .unlocked)
        lifecycle.updateState(.inactive)
        service.reports.note(isPrompting: true)
        lifecycle.reportLeave()
        device.clock.advance(by: .seconds(3600))
        service.reports.note(isPrompting: false)
        device.clock.advance(by: .seconds(60) - .milliseconds(1))
        #expect(!service.reports.isTimedOut, "the prompt does not count")
        device.clock.advance(by: .milliseconds(1))
        lifecycle.updateState(.active)
        #expect(service.isLocked)
    }

    @Test("C7 an absence that was reported twice is one, from the first report on")
    func doubledReports() async throws {
        let (service, _) = try await relaunched(timeout: .oneMinute)
        #expect(await service.unlock(with: .right) == .unlocked)
        await lifecycle.updateState(.background).value
        device.clock.advance(by: .seconds(40))
        await lifecycle.updateState(.inactive).value
        await lifecycle.updateState(.background).value
        service.lockIfTimedOut()
        #expect(!service.isLocked)
        device.clock.advance(by: .seconds(20))
        service.lockIfTimedOut()
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
