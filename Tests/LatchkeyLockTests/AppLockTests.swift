import LatchkeyLifecycle
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// The lock that an app creates with one call.
@MainActor struct AppLockTests {
    private let device = Device()

    private func lock(_ source: some LifecycleSource) -> (PasscodeService, AppLifecycleManager) {
        let lifecycle = AppLifecycleManager(initialState: .inactive)
        var platform = LockPlatform(
            storage: device.storage, device: StoredDeviceSecret(storage: device.storage), lifecycle: lifecycle,
            sources: [source], clock: device.clock)
        platform.parameters = Device.cheap ?? .standard
        return (AppLock.device(platform, reason: "Unlock the test.", afterTenFailures: .erase), lifecycle)
    }

    @Test("C7 start subscribes before its sources report and runs once")
    func startSubscribesBeforeItsSourcesReportAndRunsOnce() async throws {
        let first = try await device.unlockedVault(recovery: false)
        first.lock()
        let source = TestSource()
        let (lock, lifecycle) = lock(source)
        #expect(lock.isLocked && lock.state.isCovered && lock.protection == nil)
        async let one: Void = lock.start()
        async let two: Void = lock.start()
        _ = await (one, two)
        #expect(source.starts.value == 1)
        #expect(!lock.state.isCovered, "the source reported that the app is active")
        #expect(lock.protection == .passcode(biometrics: false))
        #expect(await lock.unlock(with: .right) == .unlocked)
        lifecycle.updateState(.background)
        device.clock.advance(by: .seconds(5))
        lifecycle.updateState(.active)
        #expect(lock.isLocked && lock.vault.isLocked)
    }

    @Test("C4 a cancelled start reads nothing and can be repeated")
    func aCancelledStartReadsNothingAndCanBeRepeated() async throws {
        let first = try await device.unlockedVault(recovery: false)
        first.lock()
        let (isAsked, ask) = AsyncStream.makeStream(of: Void.self)
        let (isReadable, unlock) = AsyncStream.makeStream(of: Never.self)
        let platform = LockPlatform(
            storage: device.storage, device: StoredDeviceSecret(storage: device.storage), biometrics: device.reader,
            biometricKey: nil, installation: nil, lifecycle: AppLifecycleManager(initialState: .active),
            clock: device.clock,
            prepare: {
                ask.finish()
                for await _ in isReadable {}
            }, follow: { _ in })
        let lock = AppLock.device(platform, reason: "Unlock the test.", afterTenFailures: .erase)
        let start = Task { await lock.start() }
        for await _ in isAsked {}
        start.cancel()
        await start.value
        #expect(lock.state.access == .loading && lock.protection == nil && lock.problem == nil)
        unlock.finish()
        await lock.start()
        #expect(lock.state.access == .locked && lock.protection == .passcode(biometrics: false))
    }

    @Test("C7 a device lock reported while a source starts is handled")
    func aDeviceLockReportedWhileASourceStartsIsHandled() async throws {
        let (lock, lifecycle) = lock(TestSource())
        await lock.start()
        #expect(await lock.setPasscode(.right) == .done)
        lifecycle.reportDeviceLock()
        #expect(lock.isLocked && lock.vault.isLocked)
    }
}

/// A source that reports an active app at its start.
private struct TestSource: LifecycleSource {
    let starts = Counter()

    func start(reportingTo lifecycle: AppLifecycleManager) async throws -> LifecycleRegistration {
        starts.increment()
        lifecycle.updateState(.active)
        return LifecycleRegistration {}
    }
}
