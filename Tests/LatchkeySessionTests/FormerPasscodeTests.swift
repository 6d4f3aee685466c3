import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing

/// Migration of a passcode that an earlier app with an account stored on the device.
@MainActor struct FormerPasscodeTests {
    private static let keys = ["passcodeHash", "passcodeSalt", "passcodeEnabled", "biometricEnabled"]
    private let former = MockSecureStorage()
    private let storage = InMemorySecureStorage()

    private func session(on platform: LockPlatform? = nil) -> SessionModel {
        let own = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        return AppLock.account(
            platform ?? own, api: MockSessionAPI(), reason: "Unlock the test.", sessionLock: InProcessSessionLock(),
            legacy: StoredLegacyPasscode(storage: former))
    }

    private func store() async throws {
        for key in Self.keys { try await former.save("true", for: key) }
    }

    private func stored() async throws -> [String] {
        var found: [String] = []
        for key in Self.keys where try await former.exists(for: key) { found.append(key) }
        return found
    }

    @Test func startDeletesTheFormerPasscode() async throws {
        try await store()
        let session = session()
        await session.start()
        #expect(try await stored() == [])
        #expect(session.state == .signedOut && session.protection == .absent, "it is no passcode of this device")
    }

    @Test func failedDeletionDoesNotBlockStartAndIsRetried() async throws {
        try await store()
        await former.failNext(with: .locked, on: .delete)
        let session = session()
        await session.start()
        #expect(try await stored() == Self.keys)
        #expect(session.state == .signedOut && session.problem == nil)
        await session.start()
        #expect(try await stored() == [])
        let calls = await former.calls.count
        await session.start()
        #expect(await former.calls.count == calls, "once")
    }

    @Test func rejectedSessionDeletesNoFormerPasscode() async throws {
        try await store()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let other = AppLock.device(platform, reason: "Unlock the test.", afterTenFailures: .erase)
        let session = session(on: platform)
        await session.start()
        #expect(session.problem == .vault(.storageInUse))
        #expect(try await stored() == Self.keys)
        _ = other
    }
}
