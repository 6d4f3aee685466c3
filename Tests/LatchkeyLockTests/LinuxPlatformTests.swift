#if !canImport(LocalAuthentication)
import LatchkeyLockTestSupport
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

@MainActor @Suite struct LinuxPlatformTests {
    @Test("C7 an idle app locks without being asked", .timeLimit(.minutes(1)))
    func locksByItself() async throws {
        let clock = ManualClock()
        let platform = LockPlatform.linux(storage: InMemorySecureStorage(), sources: [], clock: clock)
            .withCheapPasscodes
        let lock = AppLock.device(platform, reason: "Unlock the test.", afterTenFailures: .erase)
        await lock.start()
        #expect(await lock.setPasscode(.right) == .done)
        clock.advance(by: .seconds(60))
        for await change in lock.lockChanges where change.isLocked { return }
    }
}
#endif
