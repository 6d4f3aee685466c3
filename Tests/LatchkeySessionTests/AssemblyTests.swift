import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyCore
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import Testing

/// An app with an account, assembled with one call.
@MainActor struct AssemblyTests {
    private let device = Device()

    /// A lifecycle source that records the number of reads before its start.
    private final class Source: LifecycleSource {
        let storage: ClosableStorage
        let readsBefore = LockedValue<Int?>(nil)

        init(_ storage: ClosableStorage) { self.storage = storage }

        func start(reportingTo lifecycle: AppLifecycleManager) async throws -> LifecycleRegistration {
            let reads = await storage.reads
            readsBefore.withLock { $0 = reads }
            return LifecycleRegistration {}
        }
    }

    private func assembled(on storage: ClosableStorage) -> (SessionModel, AppLifecycleManager, Source) {
        let source = Source(storage)
        let platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: device.reader,
            biometricKey: ReaderGatedBiometricKey(storage: storage, biometrics: device.reader), sources: [source],
            clock: device.lockClock)
        let session = AppLock.account(
            platform, api: device.server, reason: "Unlock the test.", sessionLock: device.sessionLock,
            clock: device.clock)
        return (session, platform.lifecycle, source)
    }

    @Test("C14 one start call observes the device and prompts for biometrics")
    func oneStartCallObservesTheDeviceAndPromptsForBiometrics() async {
        _ = await device.ready(biometrics: true)
        let (session, lifecycle, source) = assembled(on: ClosableStorage(device.storage))
        #expect(session.state == .loading && session.isLocked)
        await session.start()
        #expect(source.readsBefore.withLock { $0 } == 0)
        await until { session.state == .ready }
        _ = lifecycle.reportDeviceLock()
        #expect(session.state == .locked && session.vault.isLocked, "immediately")
    }

    @Test("C11 C14 app shows no prompt at launch after a manual lock")
    func appShowsNoPromptAtLaunchAfterAManualLock() async {
        let (app, _) = await device.ready(biometrics: true)
        _ = await app.model.lockNow()
        let (session, _, _) = assembled(on: ClosableStorage(device.storage))
        await session.start()
        #expect(session.state == .locked && session.lockState.prompt == nil)
        #expect(await session.unlockWithBiometrics() == .passcodeNeeded)
        #expect(await session.unlock(with: .right) == .unlocked)
        #expect(await session.confirmed() == .confirmed)
    }

    @Test("C14 each account storage has exactly one session and lock")
    func eachAccountStorageHasExactlyOneSessionAndLock() async {
        _ = await device.ready()
        let storage = ClosableStorage(device.storage)
        let (session, _, _) = assembled(on: storage)
        let (again, _, _) = assembled(on: storage)
        #expect(again === session)
        await session.start()
        #expect(await session.unlock(with: .right) == .unlocked)
        #expect(await session.confirmed() == .confirmed)
        let reads = await storage.reads
        let bare = AppLock.device(
            LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: []),
            reason: "Unlock the test.", afterTenFailures: .unlimited)
        await bare.start()
        #expect(bare.isLocked && bare.problem == .vault(.storageInUse))
        #expect(await bare.unlock(with: .right) == .failed(.vault(.storageInUse)))
        #expect(await storage.reads == reads)
        #expect(session.state == .ready)
    }

    @Test("C14 a session over a device-only lock's storage is rejected")
    func aSessionOverADeviceOnlyLocksStorageIsRejected() async {
        let storage = ClosableStorage(InMemorySecureStorage())
        let bare = AppLock.device(
            LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: []),
            reason: "Unlock the test.", afterTenFailures: .unlimited)
        await bare.start()
        let reads = await storage.reads
        let (session, _, _) = assembled(on: storage)
        await session.start()
        #expect(session.state == .locked && session.problem == .vault(.storageInUse))
        let proof = SignInProof.code("right", email: "ada@example.org")
        #expect(await session.signIn(with: proof) == .failed(.vault(.storageInUse)))
        #expect(await session.signOut() == .vault(.storageInUse))
        #expect(await storage.reads == reads)
        #expect(bare.problem == nil)
    }

    @Test("C14 a second server's session over the same storage is rejected")
    func aSecondServersSessionOverTheSameStorageIsRejected() async throws {
        let storage = InMemorySecureStorage()
        func session(_ api: some SessionAPI) -> SessionModel {
            AppLock.account(
                LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: []), api: api,
                reason: "Unlock the test.", sessionLock: device.sessionLock)
        }
        let one = try #require(ServerURL("https://one.example")), two = try #require(ServerURL("https://two.example"))
        func client(_ server: ServerURL) -> LatchkeyClient {
            LatchkeyClient(server: server, transport: URLSessionTransport())
        }
        let first = session(client(one))
        #expect(session(client(one)) === first)
        let second = session(client(two))
        #expect(second !== first)
        await second.start()
        #expect(second.state == .locked && second.problem == .vault(.storageInUse))
        let third = session(FakeServer())
        await third.start()
        #expect(third !== first && third.problem == .vault(.storageInUse))
        let named = AppLock.account(
            LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: []), server: one,
            reason: "Unlock the test.", sessionLock: device.sessionLock)
        #expect(named === first, "the same server")
    }

    @Test("C14 two servers of one type are distinct")
    func twoServersOfOneTypeAreDistinct() async {
        let storage = ClosableStorage(InMemorySecureStorage())
        let (session, _, _) = assembled(on: storage)
        let other = AppLock.account(
            LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: []),
            api: FakeServer(), reason: "Unlock the test.", sessionLock: device.sessionLock)
        await other.start()
        #expect(other !== session && other.problem == .vault(.storageInUse))
    }

    @Test("C14 a recreated session reuses its existing lock")
    func aRecreatedSessionReusesItsExistingLock() async {
        _ = await device.ready()
        let storage = ClosableStorage(device.storage)
        var session: SessionModel? = assembled(on: storage).0
        await session?.start()
        let lock = session?.lock
        #expect(await session?.unlock(with: .right) == .unlocked)
        _ = await session?.confirmed()
        session = nil
        let (next, _, _) = assembled(on: storage)
        #expect(next.lock === lock)
        await next.start()
        #expect(await next.lockNow() != .noPasscode)
        #expect(lock?.isLocked == true && next.state == .locked)
        #expect(await next.unlock(with: .right) == .unlocked)
    }
}
