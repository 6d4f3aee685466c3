import Foundation
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

/// Tests of an app's lock, with mocks and a clock that only the test advances.
@MainActor
@Suite struct TillTests {
    private let storage = MockSecureStorage()
    private let lifecycle = AppLifecycleManager(initialState: .active)
    private let time = ManualClock()
    private let passcode = Passcode("593072")
    private let withBiometry = SecureStorageAccess.withoutMatch.union([.biometry(.currentEnrolment)])

    /// Launches the app. A process has one lock for each storage: pass a copy of the storage for the next launch.
    private func launch(over storage: MockSecureStorage) async -> PasscodeService {
        let platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), lifecycle: lifecycle, sources: [],
            clock: time)
        let till = AppLock.device(platform, reason: "Open the till.", afterTenFailures: .unlimited)
        await till.start()
        return till
    }

    @Test func tillLocksAfterFiveSecondsInTheBackground() async throws {
        let till = await launch(over: storage)
        #expect(await till.setPasscode(try #require(passcode)) == .done)
        await lifecycle.updateState(.background).value
        time.advance(by: .seconds(4))
        await lifecycle.updateState(.active).value
        #expect(!till.isLocked)
        await lifecycle.updateState(.background).value
        time.advance(by: .seconds(5))
        await lifecycle.updateState(.active).value
        #expect(till.isLocked)
    }

    @Test func theNextLaunchIsLocked() async throws {
        let first = await launch(over: storage)
        #expect(await first.setPasscode(try #require(passcode)) == .done)
        let next = await launch(over: storage.copy())
        #expect(!first.isLocked && next.isLocked)
        #expect(await next.unlock(with: try #require(passcode)) == .unlocked)
    }

    @Test func unreadableSecretsKeepTheTillLocked() async throws {
        #expect(await launch(over: storage).setPasscode(try #require(passcode)) == .done)
        let unread = await storage.copy()
        await unread.failNext(with: .locked, on: .load)
        let till = await launch(over: unread)
        #expect(till.isLocked && till.problem == .vault(.storage(.locked)))
    }

    @Test func faceIDUnlocksTheTill() async throws {
        let (secrets, biometrics) = (MockSecureStorage(supporting: withBiometry), MockBiometricAuth(.faceID))
        let platform = LockPlatform(
            storage: secrets, device: StoredDeviceSecret(storage: secrets), biometrics: biometrics,
            lifecycle: lifecycle, sources: [], clock: time)
        let till = AppLock.device(platform, reason: "Open the till.", afterTenFailures: .unlimited)
        await till.start()
        #expect(await till.setPasscode(try #require(passcode)) == .done)
        #expect(await till.setBiometric(enabled: true, confirming: passcode) == .done)
        till.lockApp()
        #expect(await till.authenticateWithBiometric() == .unlocked)
        #expect(!till.isLocked)
    }
}
