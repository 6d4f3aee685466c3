import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing

@testable import LatchkeyUI

@MainActor struct LockScreenTests {
    private let device = TestLock()

    private func screen(_ lock: some LockModel) -> LockScreenModel {
        LockScreenModel(lock, texts: .english, clock: device.clock, now: device.clock.timeOfDay)
    }

    @Test func correctPasscodeUnlocksTheApp() async {
        let lock = await device.locked()
        let screen = screen(lock)
        await screen.entry.type("481920")
        #expect(!lock.isLocked && screen.status == nil && screen.entry.failures == 0)
    }

    @Test func wrongPasscodeReducesTheAttemptsLeft() async {
        let lock = await device.locked()
        let screen = screen(lock)
        await screen.entry.type("111111")
        #expect(screen.status == "Wrong passcode. 9 attempts left." && screen.entry.failures == 1)
        #expect(lock.isLocked && screen.entry.pad.isEnabled && screen.entry.pad.count == 0)
    }

    @Test("C3 wait counts down, blocks digits and survives a relaunch")
    func waitCountsDownBlocksDigitsAndSurvivesARelaunch() async {
        let lock = await device.locked()
        let first = screen(lock)
        for _ in 1...4 { await first.entry.type("111111") }
        #expect(first.entry.wait.secondsLeft == 5 && !first.entry.pad.isEnabled)
        #expect(first.status?.contains("5 s") == true)
        device.advance(by: 2)
        let second = screen(await device.launched())
        #expect(second.entry.wait.secondsLeft == 3 && !second.entry.pad.isEnabled)
        await device.clock.waitForSleepers()
        device.advance(by: 3)
        await until { second.entry.wait.secondsLeft == nil }
        #expect(second.entry.pad.isEnabled && second.status == nil)
    }

    @Test("C3 new lock screen shows the recorded wait")
    func newLockScreenShowsTheRecordedWait() async {
        let first = screen(await device.locked())
        for _ in 1...4 { await first.entry.type("111111") }
        let lock = device.starting()
        let second = screen(lock)
        #expect(second.entry.wait.secondsLeft == nil)
        await lock.start()
        await until { second.entry.wait.secondsLeft == 5 }
        #expect(!second.entry.pad.isEnabled)
    }

    @Test func lockScreenAcceptsTheNewPasscodeAfterAnErase() async throws {
        let lock = await device.locked()
        let screen = screen(lock)
        for _ in 1...4 { await screen.entry.type("111111") }
        #expect(!screen.entry.pad.isEnabled && screen.entry.wait.secondsLeft == 5)
        try await lock.erase()
        #expect(await lock.setPasscode(.other) == .done)
        lock.lockApp()
        await until { screen.entry.pad.isEnabled }
        #expect(screen.status == nil && screen.entry.wait.secondsLeft == nil)
        await screen.entry.type("730416")
        #expect(!lock.isLocked)
    }

    @Test func lockScreenAcceptsThePasscodeAfterSigningInAgain() async {
        let server = MockSessionAPI(email: "ada@example.org")
        let session = SessionModel.test(server)
        func signIn() async -> SignInOutcome {
            await session.signIn(with: .code("2345-6789", email: server.email))
        }
        await session.start()
        #expect(await signIn() == .signedIn)
        #expect(await session.setPasscode(.right) == .done)
        _ = await session.lockNow()
        let screen = screen(session)
        await server.endSessions()
        await screen.entry.type("481920")
        _ = await session.confirmed()
        #expect(session.state == .signedOut)
        #expect(await signIn() == .signedIn)
        #expect(session.state == .locked)
        await until { screen.entry.pad.isEnabled && !screen.entry.isOver }
        await screen.entry.type("481920")
        #expect(session.state == .ready)
    }

    @Test("C6 biometrics-only lock requires no passcode and offers sign-in")
    func biometricsOnlyLockRequiresNoPasscodeAndOffersSignIn() async {
        let lock = await device.launched()
        #expect(await lock.protectWithBiometricsOnly() == .done)
        lock.requireLock()
        #expect(!screen(lock).requiresPasscode && screen(lock).biometrics == .fingerprint)
        #expect(!screen(lock).canSignInAgain && !screen(lock).canResetPasscode, "without an account")
        let scripted = ScriptedLock(lock)
        scripted.requiresPasscode = false
        #expect(screen(scripted).canSignInAgain && !screen(scripted).canResetPasscode)
        await screen(scripted).signInAgain()
        #expect(scripted.asked == ["sign in again"])
    }

    @Test func passcodeReasonStaysUntilTheFirstAttempt() async {
        let lock = ScriptedLock(await device.locked(), outcomes: .notConfirmed(.wrong(remaining: 3)))
        lock.notice = .passcodeChanged
        let screen = screen(lock)
        #expect(screen.status == ScreenTexts.english[.passcodeChanged])
        await screen.entry.type("730416")
        #expect(screen.status == "Wrong passcode. 3 attempts left.")
    }

    @Test func screenReaderAnnouncesAWaitOnlyOnce() async {
        let screen = screen(await device.locked())
        await screen.entry.type("111111")
        #expect(screen.entry.announcement == screen.status)
        for _ in 2...4 { await screen.entry.type("111111") }
        let first = screen.status
        #expect(screen.entry.announcement == first)
        await device.clock.waitForSleepers()
        device.advance(by: 2)
        await until { screen.status != first }
        #expect(screen.entry.announcement == first)
        await device.clock.waitForSleepers()
        device.advance(by: 3)
        await until { screen.entry.wait.secondsLeft == nil }
        #expect(screen.entry.announcement == nil)
    }

    @Test func tenthWrongPasscodeLeavesOnlyTheForgotButton() async {
        let lock = await device.locked()
        let screen = screen(lock)
        for _ in 1...10 {
            if screen.entry.wait.secondsLeft != nil {
                await device.clock.waitForSleepers()
                device.advance(by: 200)
                await until { screen.entry.wait.secondsLeft == nil }
            }
            await screen.entry.type("111111")
        }
        #expect(screen.entry.isOver && !screen.entry.pad.isEnabled)
        #expect(screen.status == LockTexts.english[.exhausted])
    }

    @Test func unrecoverableVaultOffersSigningInAgainOrErasing() async {
        let lock = ScriptedLock(await device.locked(), outcomes: .failed(.vault(.recoveryKeyRejected)))
        let screen = screen(lock)
        #expect(!screen.canSignInAgain && !screen.canEraseData)
        await screen.eraseData()
        await screen.entry.type("481920")
        #expect(screen.question == .passcode && screen.entry.isOver && screen.canSignInAgain && screen.canEraseData)
        #expect(screen.status == LockTexts.english[.recoveryRejected])
        // Not without a warning.
        await screen.eraseData()
        screen.askToEraseData()
        screen.keepData()
        await screen.eraseData()
        #expect(lock.asked == ["unlock"])
        screen.askToEraseData()
        #expect(screen.isAskingToErase)
        async let first: Void = screen.eraseData()
        async let second: Void = screen.eraseData()
        _ = await (first, second)
        #expect(lock.asked == ["unlock", "sign out"])
    }

    @Test(arguments: [UnlockServerError.passcodeChanged, .unknownDevice])
    func deviceThatTheServerRejectsOffersToSignInAgain(error: UnlockServerError) async {
        let lock = ScriptedLock(
            await device.locked(), outcomes: .failed(.vault(.unlockServer(error))),
            .failed(.vault(.unlockServer(.unreachable))))
        let screen = screen(lock)
        await screen.entry.type("481920")
        #expect(screen.canSignInAgain && screen.entry.pad.isEnabled)
        await screen.entry.type("481920")
        #expect(!screen.canSignInAgain)
    }

    @Test func passcodeChangedElsewhereRequiresTheFormerPasscode() async {
        let lock = ScriptedLock(
            await device.locked(), outcomes: .notConfirmed(.failed(.formerPasscodeNeeded)),
            .notConfirmed(.wrong(remaining: 3)))
        let screen = screen(lock)
        await screen.entry.type("481920")
        #expect(screen.question == .formerPasscode && screen.biometrics == nil)
        await screen.entry.type("730416")
        #expect(screen.question == .formerPasscode && screen.entry.failures == 1)
        await screen.entry.type("730416")
        #expect(screen.question == .passcode && lock.asked == ["unlock", "former", "former"])
    }

    @Test func biometricsAreOfferedOnlyWhileAllowed() async {
        let lock = await device.locked(biometrics: true)
        #expect(screen(lock).biometrics == .fingerprint)
        let scripted = ScriptedLock(lock)
        scripted.isPasscodeDemanded = true
        #expect(screen(scripted).biometrics == nil)
        #expect(screen(await TestLock().locked()).biometrics == nil, "they are not on")
    }

    @Test("C4 unreadable vault error stays until it is resolved")
    func unreadableVaultErrorStaysUntilItIsResolved() async throws {
        _ = await device.locked()
        try await device.storage.save("no vault", for: "latchkey.vault")
        let lock = await device.launched()
        let screen = screen(lock)
        #expect(screen.status == LockTexts.english[.unreadable] && lock.isLocked)
        await screen.tryAgain()
        #expect(screen.problem == LockTexts.english[.unreadable] && lock.isLocked)
        try await device.storage.delete(for: "latchkey.vault")
        await screen.tryAgain()
        #expect(screen.problem == nil)
    }
}
