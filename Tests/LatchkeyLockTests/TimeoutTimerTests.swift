import Foundation
import LatchkeyBiometrics
import LatchkeyCore
import LatchkeyLifecycle
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

@MainActor @Suite struct TimeoutTimerTests {
    private let clock = ManualClock()

    private let lifecycle = AppLifecycleManager(initialState: .active)

    /// Returns an unlocked app, with a passcode if a timeout is given. The test's clock drives its checks.
    private func opened(
        _ timeout: LockTimeout?, locksWhenIdle: Bool = true, waits: ManualClock? = nil,
        onAway: @escaping @MainActor @Sendable (Bool) -> Void = { _ in }
    ) async throws -> PasscodeService {
        let storage = InMemorySecureStorage()
        var platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), lifecycle: lifecycle, sources: [],
            clock: clock
        ).withCheapPasscodes
        (platform.locksWhenIdle, platform.waits, platform.onAway) = (locksWhenIdle, waits ?? clock, onAway)
        let lock = AppLock.device(platform, reason: "Unlock the test.", afterTenFailures: .erase)
        await lock.start()
        if let timeout {
            #expect(await lock.setPasscode(.right) == .done)
            #expect(await lock.setTimeout(timeout, confirming: .right) == .done)
        }
        return lock
    }

    @Test(
        "C7 an unused app locks at its timeout, not before",
        arguments: [
            (LockTimeout.immediately, 60.0), (.oneMinute, 60), (.fiveMinutes, 300), (.oneHour, 3600),
        ])
    func anUnusedAppLocksAtItsTimeoutNotBefore(timeout: LockTimeout, seconds: Double) async throws {
        let lock = try await opened(timeout)
        clock.advance(by: .seconds(seconds - 1))
        lock.lockIfTimedOut()
        #expect(!lock.isLocked)
        lock.recordActivity()
        clock.advance(by: .seconds(seconds - 1))
        lock.lockIfTimedOut()
        #expect(!lock.isLocked, "there was activity")
        var changes = lock.lockChanges.makeAsyncIterator()
        _ = await changes.next()
        clock.advance(by: .seconds(1))
        lock.lockIfTimedOut()
        #expect(lock.isLocked)
        #expect(await changes.next() == LockChange(isLocked: true, cause: .absence))
    }

    @Test("C7 an absence over the timeout locks before the app reactivates")
    func anAbsenceOverTheTimeoutLocksBeforeTheAppReactivates() async throws {
        let lock = try await opened(.oneMinute, locksWhenIdle: false)
        let sealed = try lock.vault.seal(Data([1]), for: "notes")
        await lifecycle.updateState(.background).value
        clock.advance(by: .seconds(3600))
        // Without awaiting, because the timer must not be the cause of the lock.
        lifecycle.updateState(.inactive)
        #expect(throws: VaultError.locked) { try lock.vault.open(sealed, for: "notes") }
        lock.drainEvents()
        #expect(lock.isLocked)
        await lifecycle.updateState(.active).value
        #expect(await lock.unlock(with: .right) == .unlocked)
    }

    @Test("C7 requests to a suspended app wait for the unlock")
    func requestsToASuspendedAppWaitForTheUnlock() async throws {
        // The timer does not run in a suspended process.
        let lock = try await opened(.oneMinute, locksWhenIdle: false, waits: ManualClock())
        await lifecycle.updateState(.background).value
        clock.advance(by: .seconds(3600))
        let waiting = Task { @MainActor in try await lock.opened() }
        await lock.start()
        #expect(lock.isLocked)
        await lifecycle.updateState(.active).value
        #expect(await lock.unlock(with: .right) == .unlocked)
        try await waiting.value
    }

    @Test("C7 activity after the timeout does not prevent the lock")
    func activityAfterTheTimeoutDoesNotPreventTheLock() async throws {
        let lock = try await opened(.oneMinute)
        clock.advance(by: .seconds(8 * 3600))
        lock.recordActivity()
        #expect(lock.isLocked)
    }

    @Test("C7 returning is activity unless the timeout has passed")
    func returningIsActivityUnlessTheTimeoutHasPassed() async throws {
        // Without the timer's checks, as after sleep.
        let lock = try await opened(.fiveMinutes, waits: ManualClock())
        await lifecycle.updateState(.inactive).value
        clock.advance(by: .seconds(299))
        await lifecycle.updateState(.active).value
        clock.advance(by: .seconds(299))
        lock.lockIfTimedOut()
        #expect(!lock.isLocked)
        lock.reports.note(.active)
        lock.drainEvents()
        clock.advance(by: .seconds(1))
        lock.lockIfTimedOut()
        #expect(lock.isLocked, "a repeated report does not restart the time")
        #expect(await lock.unlock(with: .right) == .unlocked)
        await lifecycle.updateState(.inactive).value
        clock.advance(by: .seconds(300))
        await lifecycle.updateState(.active).value
        #expect(lock.isLocked)
    }

    @Test("C7 C11 an absence during a prompt starts when it ends")
    func anAbsenceDuringAPromptStartsWhenItEnds() async throws {
        let absences = LockedValue<[Bool]>([])
        let lock = try await opened(.oneMinute, locksWhenIdle: false) { isAway in
            absences.withLock { $0.append(isAway) }
        }
        _ = await lock.prompt { [lifecycle] in await lifecycle.reportLeave().value }
        try #require(absences.withLock { $0 } == [true])
        await clock.waitForSleepers()
        var changes = lock.lockChanges.makeAsyncIterator()
        _ = await changes.next()
        clock.advance(by: .seconds(60))
        #expect(await changes.next() == LockChange(isLocked: true, cause: .absence))
    }

    @Test("C7 clock set back locks") func clockSetBackLocks() async throws {
        let lock = try await opened(.oneHour)
        clock.changeWall(by: .seconds(-600))
        lock.lockIfTimedOut()
        #expect(lock.isLocked)
    }

    @Test("C7 an unused app locks without an explicit timeout check")
    func anUnusedAppLocksWithoutAnExplicitTimeoutCheck() async throws {
        let lock = try await opened(.oneMinute)
        await clock.waitForSleepers()
        for _ in 0..<59 {
            clock.advance(by: .seconds(1))
            await clock.waitForSleepers()
        }
        #expect(!lock.isLocked)
        var changes = lock.lockChanges.makeAsyncIterator()
        _ = await changes.next()
        clock.advance(by: .seconds(1))
        #expect(await changes.next() == LockChange(isLocked: true, cause: .absence))
    }

    @Test("C7 an app left by its user locks at the timeout")
    func anAppLeftByItsUserLocksAtTheTimeout() async throws {
        let absences = LockedValue<[Bool]>([])
        let lock = try await opened(.oneMinute, locksWhenIdle: false) { isAway in
            absences.withLock { $0.append(isAway) }
        }
        await lifecycle.updateState(.inactive).value
        clock.advance(by: .seconds(3600))
        lock.lockIfTimedOut()
        #expect(!lock.isLocked, "in sight of its user")
        await lifecycle.reportLeave().value
        await clock.waitForSleepers()
        #expect(absences.withLock { $0 } == [true])
        var changes = lock.lockChanges.makeAsyncIterator()
        _ = await changes.next()
        clock.advance(by: .seconds(60))
        #expect(await changes.next() == LockChange(isLocked: true, cause: .absence))
        #expect(lock.vault.isLocked && lock.state.appState == .inactive)
        #expect(absences.withLock { $0 } == [true, false])
    }

    @Test("C7 returning before the timeout keeps the app open")
    func returningBeforeTheTimeoutKeepsTheAppOpen() async throws {
        let lock = try await opened(.oneMinute, locksWhenIdle: false)
        for _ in 0..<2 {
            await lifecycle.reportLeave().value
            await clock.waitForSleepers()
            clock.advance(by: .seconds(59))
            await lifecycle.updateState(.background).value
            await lifecycle.updateState(.active).value
        }
        clock.advance(by: .seconds(3600))
        lock.lockIfTimedOut()
        #expect(!lock.isLocked)
    }

    @Test("C7 idle time does not lock where idle locking is disabled")
    func idleTimeDoesNotLockWhereIdleLockingIsDisabled() async throws {
        let lock = try await opened(.oneMinute, locksWhenIdle: false)
        clock.advance(by: .seconds(100_000))
        lock.recordActivity()
        lock.lockIfTimedOut()
        #expect(!lock.isLocked)
    }

    @Test func appWithoutAPasscodeNeverLocks() async throws {
        let lock = try await opened(nil)
        clock.advance(by: .seconds(100_000))
        lock.lockIfTimedOut()
        #expect(!lock.isLocked)
    }

    /// A setting must not offer an option that cannot be enabled.
    @Test func biometricsWithoutAKeyStoreAreNotAvailable() async {
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: MockBiometricAuth(.fingerprint),
            sources: [])
        let lock = AppLock.device(platform, reason: "Unlock the test.", afterTenFailures: .erase)
        await lock.start()
        #expect(!lock.isBiometricAvailable)
    }
}
