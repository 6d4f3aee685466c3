import LatchkeyBiometrics
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

@MainActor @Suite struct IdleTimerTests {
    private let clock = ManualClock()

    /// An open app, with a passcode if there is a timeout.
    private func opened(_ timeout: LockTimeout?) async throws -> PasscodeService {
        let storage = InMemorySecureStorage()
        var platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), sources: [], clock: clock
        ).withCheapPasscodes
        platform.locksWhenIdle = true
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
    func limit(timeout: LockTimeout, seconds: Double) async throws {
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

    @Test("C7 activity after the timeout does not prevent the lock")
    func lateActivity() async throws {
        let lock = try await opened(.oneMinute)
        clock.advance(by: .seconds(8 * 3600))
        lock.recordActivity()
        #expect(lock.isLocked)
    }

    @Test("C7 a clock that was set back locks") func setBack() async throws {
        let lock = try await opened(.oneHour)
        clock.changeWall(by: .seconds(-600))
        lock.lockIfTimedOut()
        #expect(lock.isLocked)
    }

    @Test func withoutAPasscodeNothingLocks() async throws {
        let lock = try await opened(nil)
        clock.advance(by: .seconds(100_000))
        lock.lockIfTimedOut()
        #expect(!lock.isLocked)
    }

    /// A button must not offer what can never be turned on.
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
