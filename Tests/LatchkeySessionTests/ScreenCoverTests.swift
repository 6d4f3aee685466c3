import LatchkeyLifecycle
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock
@testable import LatchkeySession
@testable import LatchkeyUI

/// The cover over the screens of an app with an account.
@MainActor struct ScreenCoverTests {
    private let device = Device()

    private func cover(_ app: App) -> LockCover {
        LockCover(app.model.access, app.lock.state, isElected: true)
    }

    private nonisolated static let accesses: [LockState.Access] = [
        .loading, .unprotected, .locked, .unlocked, .awaitingRecovery, .unreadable,
    ]

    @Test(
        "C1 C12 session and lock state determine the screen cover",
        arguments: accesses)
    func sessionAndLockStateDetermineTheScreenCover(_ lock: LockState.Access) {
        var state = LockState()
        state.appState = .active
        func cover(_ session: SessionModel.State) -> LockCover {
            LockCover(SessionModel.access(session, lock), state, isElected: true)
        }
        #expect(cover(.loading) == .cover)
        #expect(cover(.signedOut) == .none)
        #expect(cover(.offeringPasscodeSetup) == .none)
        #expect(cover(.locked) == (lock == .loading ? .cover : .lock))
        let isOpen = lock == .unlocked || lock == .unprotected
        #expect(cover(.ready) == (isOpen ? .none : lock == .loading ? .cover : .lock))
    }

    @Test("C1 a second device requires the account's passcode")
    func aSecondDeviceRequiresTheAccountsPasscode() async {
        let device = Device(server: FakeServer(passcode: "481920"))
        let app = await device.launched(.signInAgain)
        await app.signIn()
        #expect(app.lock.protection == .absent && cover(app) == .lock)
        let screen = LockScreenModel(app.model, texts: .english)
        #expect(screen.requiresPasscode && screen.notice == nil)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(cover(app) == .none)
    }

    @Test("C4 an unreadable session record covers content")
    func anUnreadableSessionRecordCoversContent() async throws {
        try await device.storage.save("rubbish", for: "latchkey.session", access: .whenUnlocked)
        let app = await device.launched()
        #expect(app.model.problem != nil && cover(app) == .lock)
        #expect(LockScreenModel(app.model, texts: .english).problem != nil)
    }

    @Test func signInIsNotCoveredAfterTheSessionEnds() async {
        _ = await device.ready()
        let app = await device.launched()
        await device.server.endSessions()
        _ = await app.model.unlock(with: .right)
        _ = await app.model.confirmed()
        #expect(app.model.state == .signedOut && app.lock.isLocked && cover(app) == .none)
    }

    @Test func signInIsNotCoveredAfterACancelledPrompt() async {
        let app = await device.launched(.signInAgain)
        await app.signIn()
        #expect(await app.model.useBiometricsOnly() == .done)
        await device.reader.failNext(with: .userCanceled)
        let next = await device.launched(.signInAgain)
        await until { next.model.state == .signedOut }
        #expect(next.lock.isLocked && cover(next) == .none)
    }

    @Test func signingInAgainIsNotCoveredByTheLock() async {
        _ = await device.ready()
        let app = await device.launched()
        #expect(cover(app) == .lock)
        await app.model.signInAgain()
        #expect(app.lock.isLocked && cover(app) == .none)
    }

    @Test func passcodeScreensApplyTheLocksPolicy() async throws {
        let platform = LockPlatform(
            storage: device.storage, device: StoredDeviceSecret(storage: device.storage), sources: [],
            clock: device.lockClock)
        let session = AppLock.account(
            platform, api: device.server, reason: "Unlock the test.", sessionLock: device.sessionLock,
            policy: .anySixDigits)
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        let model = SetPasscodeModel(.set, of: session, texts: .english)
        for digit in [1, 1, 1, 1, 1, 1] { model.entry.pad.press(digit) }
        await model.entry.settled()
        #expect(model.step == .confirm)
        for digit in [1, 1, 1, 1, 1, 1] { model.entry.pad.press(digit) }
        await model.entry.settled()
        #expect(model.step == .done && session.state == .ready)
        let reset = ResetPasscodeModel(session, texts: .english)
        await reset.requestCode()
        reset.submit(code: "WRNG-0000")
        for digit in [2, 2, 2, 2, 2, 2] { reset.entry.pad.press(digit) }
        await reset.entry.settled()
        #expect(reset.step == .confirm)
    }
}
