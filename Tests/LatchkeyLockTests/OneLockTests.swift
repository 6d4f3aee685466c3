import ChildProcess
import Foundation
import LatchkeyBiometrics
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// Each storage has a single lock per process.
@MainActor struct OneLockTests {
    private let device = Device()

    private func platform(_ storage: some SecureStorageProtocol) -> LockPlatform {
        var platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), sources: [], clock: device.clock)
        platform.parameters = Device.cheap ?? .standard
        return platform
    }

    private func lock(
        _ storage: some SecureStorageProtocol, _ tenFailures: DeviceAttemptPolicy = .erase
    ) -> PasscodeService {
        AppLock.device(platform(storage), reason: "Unlock the test.", afterTenFailures: tenFailures)
    }

    @Test("C14 repeated calls over one storage return the same lock")
    func repeatedCallsOverOneStorageReturnTheSameLock() async throws {
        let first = lock(device.storage)
        await first.start()
        #expect(await first.setPasscode(.right) == .done)
        let second = lock(device.storage)
        #expect(first === second)
        await second.start()
        #expect(!second.isLocked)
        first.lockApp()
        #expect(second.isLocked && second.vault.isLocked)
        #expect(lock(TestStorage()) !== first, "another storage has another lock")
    }

    @Test("C16 storage of an erasable vault has one lock")
    func storageOfAnErasableVaultHasOneLock() async {
        var erasing = platform(device.storage)
        erasing.marksUnusedVaults = true
        let first = AppLock.device(erasing, reason: "Unlock the test.", afterTenFailures: .erase)
        await first.start()
        #expect(await first.setPasscode(.right) == .done)
        let second = lock(device.storage)
        await second.start()
        #expect(second.problem == .vault(.storageInUse))
        #expect(throws: VaultError.self) { try second.vault.seal(Data("note".utf8), for: "notes") }
    }

    @Test("C14 a differently configured lock over used storage is rejected")
    func aDifferentlyConfiguredLockOverUsedStorageIsRejected() async throws {
        let calls = Counter()
        let device = Device(storage: TestStorage { calls.increment() })
        let first = lock(device.storage, .unlimited)
        await first.start()
        #expect(await first.setPasscode(.right) == .done)
        first.lockApp()
        let before = calls.value
        let legacy = TestLegacy(LegacyPasscode(hash: FormatVectorsLegacy.hash, salt: FormatVectorsLegacy.salt))
        let second = AppLock.device(
            platform(device.storage), reason: "Unlock the test.", afterTenFailures: .erase, legacy: legacy)
        #expect(second !== first)
        await second.start()
        #expect(second.isLocked && second.problem == .vault(.storageInUse))
        #expect(await second.unlock(with: .right) == .failed(.vault(.storageInUse)))
        #expect(await second.setPasscode(.other) == .failed(.vault(.storageInUse)))
        #expect(await second.recover(with: .test, setting: nil) == .failed(.vault(.storageInUse)))
        #expect(await second.protectWithBiometricsOnly() == .unavailable(.notAvailable))
        await #expect(throws: VaultError.storageInUse) { try await second.erase() }
        await #expect(throws: VaultError.storageInUse) { try await second.vault.depositKey() }
        #expect(second.vault.isLocked && legacy.isThere)
        #expect(calls.value == before, "the storage was not called")
        #expect(await first.unlock(with: .right) == .unlocked)
        #expect(second.isLocked && second.vault.isLocked)
    }

    @Test("C14 storages over the same folder count as one storage")
    func storagesOverTheSameFolderCountAsOneStorage() async throws {
        let directory = try TemporaryDirectory()
        let folder = directory.url.appendingPathComponent("secrets")
        let link = directory.url.appendingPathComponent("link")
        let key = FileSecureStorageKey.file(directory.url.appendingPathComponent("key"))
        let first = lock(try FileSecureStorage(directory: folder, key: key))
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        #expect(lock(try FileSecureStorage(directory: folder, key: key)) === first)
        #expect(lock(try FileSecureStorage(directory: link.appendingPathComponent("../secrets"), key: key)) === first)
        let other = directory.url.appendingPathComponent("other")
        #expect(
            lock(try FileSecureStorage(directory: other, key: .file(directory.url.appendingPathComponent("key2"))))
                !== first)
    }

    @Test func releasedLockBlocksNoOtherLock() async {
        do { _ = lock(device.storage, .unlimited) }
        let next = lock(device.storage, .erase)
        await next.start()
        #expect(next.problem == nil)
    }

    @Test("C14 a storage wrapper shares the lock of its storage")
    func aStorageWrapperSharesTheLockOfItsStorage() async throws {
        let base = InMemorySecureStorage()
        let first = lock(CrashingSecureStorage(base, afterWrites: .max))
        await first.start()
        #expect(await first.setPasscode(.right) == .done)
        let second = lock(CrashingSecureStorage(base, afterWrites: .max))
        #expect(second === first)
        first.lockApp()
        await second.start()
        #expect(second.isLocked && second.vault.isLocked)
        #expect(lock(CrashingSecureStorage(base, afterWrites: .max), .unlimited).isRejected && !first.isRejected)
    }
}
