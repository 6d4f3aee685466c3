#if !canImport(LocalAuthentication)
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

@MainActor @Suite struct LinuxPlatformTests {
    @Test("C7 idle app locks automatically", .timeLimit(.minutes(5)), arguments: [false, true])
    func idleAppLocksAutomatically(isAssembledFromParts: Bool) async throws {
        let clock = ManualClock()
        let storage = InMemorySecureStorage()
        let platform =
            isAssembledFromParts
            ? LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [], clock: clock)
                .withCheapPasscodes
            : LockPlatform.linux(storage: storage, sources: [], clock: clock).withCheapPasscodes
        let lock = AppLock.device(platform, reason: "Unlock the test.", afterTenFailures: .erase)
        await lock.start()
        #expect(await lock.setPasscode(.right) == .done)
        clock.advance(by: .seconds(60))
        for await change in lock.lockChanges where change.isLocked { return }
    }
}
#endif
