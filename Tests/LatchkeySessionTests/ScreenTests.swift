import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession
@testable import LatchkeyUI

/// The screen models of an app with an account.
@MainActor struct ScreenTests {
    private let device = Device()

    private func offered() async -> (App, PasscodeOfferModel) {
        let app = await device.launched(.signInAgain)
        await app.signIn()
        return (app, PasscodeOfferModel(app.model, texts: .english))
    }

    @Test("C6 declining a passcode offers biometrics before anything is sealed")
    func decliningAPasscodeOffersBiometricsBeforeAnythingIsSealed() async {
        let (app, offer) = await offered()
        #expect(offer.step == .passcode && offer.title == ScreenTexts.english[.offerTitle])
        await offer.setUpLater()
        #expect(offer.step == .biometrics(.fingerprint) && offer.title == "Unlock with fingerprint?")
        #expect(app.model.state == .offeringPasscodeSetup && app.lock.protection == .absent)
        await offer.useBiometrics()
        #expect(app.model.state == .ready && app.lock.protection == .biometricsOnly)
        let next = await device.launched(.signInAgain)
        await until { next.model.state == .ready }
    }

    @Test func deletingAnAccountRequiresItsPasscodeAndErasesAppFiles() async {
        let (app, _) = await device.ready()
        var files = 1
        let screen = DeleteAccountModel(app.model, texts: .english) { files = 0 }
        #expect(screen.requiresPasscode)
        await screen.confirm()
        #expect(await device.server.accounts.count == 1, "the passcode confirms, and nothing else")
        for digit in [1, 1, 1, 1, 1, 2] { screen.entry.pad.press(digit) }
        await screen.entry.settled()
        #expect(screen.entry.failures == 1 && screen.entry.status != nil && app.model.state == .ready && files == 1)
        for digit in [4, 8, 1, 9, 2, 0] { screen.entry.pad.press(digit) }
        await screen.entry.settled()
        #expect(await device.server.accounts.isEmpty)
        #expect(app.model.state == .signedOut && files == 0)
    }

    @Test func deletingAnAccountWithoutAPasscodeRequiresOneConfirmation() async {
        await device.reader.setState(.failure(.notEnrolled))
        let (app, offer) = await offered()
        await offer.setUpLater()
        var files = 1
        let screen = DeleteAccountModel(app.model, texts: .english) { files = 0 }
        #expect(!screen.requiresPasscode)
        await device.server.setOffline(true)
        await screen.confirm()
        #expect(screen.message == ScreenTexts.english[.offline] && files == 1 && app.model.state == .ready)
        await device.server.setOffline(false)
        await screen.confirm()
        #expect(await device.server.accounts.isEmpty)
        #expect(app.model.state == .signedOut && files == 0)
    }

    @Test func accountDeletionRequiresAPasscodeSetOnAnotherDevice() async {
        await device.reader.setState(.failure(.notEnrolled))
        let (app, offer) = await offered()
        await offer.setUpLater()
        await device.server.change {
            $0.passcode = "481920"
        }
        let screen = DeleteAccountModel(app.model, texts: .english) {}
        await screen.confirm()
        #expect(screen.requiresPasscode && screen.message == nil && app.model.state == .ready)
        for digit in [4, 8, 1, 9, 2, 0] { screen.entry.pad.press(digit) }
        await screen.entry.settled()
        #expect(app.model.state == .signedOut)
    }

    @Test func passcodeReasonMentionsEmailOnlyWhereAnAccountExists() async {
        let (app, _) = await offered()
        let texts = ScreenTexts.english
        #expect(SetPasscodeModel(.set, of: app.model, texts: texts).reason == texts[.offerReason])
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let lock = AppLock.device(platform, reason: "Unlock the test.", afterTenFailures: .erase)
        await lock.start()
        let model = SetPasscodeModel(.set, of: lock, texts: texts)
        #expect(model.reason == texts[.offerReasonOnDevice])
    }

    @Test func decliningPasscodeAndBiometricsOpensTheApp() async {
        let (app, offer) = await offered()
        await offer.setUpLater()
        await offer.declineBiometrics()
        #expect(app.model.state == .ready && app.lock.protection == .open)
    }

    @Test func postponingThePasscodeWithoutAReaderOpensTheApp() async {
        await device.reader.setState(.failure(.notEnrolled))
        let (app, offer) = await offered()
        await offer.setUpLater()
        #expect(app.model.state == .ready && app.lock.protection == .open)
    }

    @Test("C6 biometrics-only lock screen leads to sign-in")
    func biometricsOnlyLockScreenLeadsToSignIn() async {
        let (_, offer) = await offered()
        await offer.setUpLater()
        await offer.useBiometrics()
        await device.reader.failNext(with: .authenticationFailed)
        let next = await device.launched(.signInAgain)
        await until { next.lock.promptOutcome == .failed }
        let screen = LockScreenModel(next.model, texts: .english)
        #expect(!screen.requiresPasscode && screen.canSignInAgain && screen.biometrics == .fingerprint)
        await screen.signInAgain()
        #expect(next.model.state == .signedOut)
        #expect(SetPasscodeModel(.set, of: next.model, texts: .english).reason != nil)
    }

    @Test("C8 a forgotten passcode is reset with one email")
    func aForgottenPasscodeIsResetWithOneEmail() async {
        let (_, note) = await device.ready()
        let app = await device.launched()
        await device.server.forgetCalls()
        let screen = ResetPasscodeModel(app.model, texts: .english)
        screen.email = "ada@example.org"
        await screen.requestCode()
        screen.submit(code: "WRNG-0000")
        for _ in 1...2 { await screen.entry.type("730416") }
        #expect(screen.step == .code, "another email may be requested")
        #expect(app.model.state == .locked)
        _ = await app.model.resetPasscode(with: .code("reset", email: "ada@example.org"), to: .other)
        #expect(app.model.state == .ready && app.reads(note))
        #expect(await !device.server.calls.contains("sign-in"))
        let notes = LockScreenModel(app.model, texts: .english)
        #expect(notes.notice == ScreenTexts.english[.passcodeReset])
    }

    @Test("C5 C8 lock screen confirms a reset interrupted by a lock")
    func lockScreenConfirmsAResetInterruptedByALock() async {
        _ = await device.ready()
        let app = await device.launched()
        let (screen, model) = (ResetPasscodeModel(app.model, texts: .english), app.model)
        screen.email = "ada@example.org"
        await screen.requestCode()
        screen.submit(code: "RSET-0000")
        await device.server.setOnReply { call in if call == "reset" { _ = await model.lockNow() } }
        for _ in 1...2 { await screen.entry.type("730416") }
        #expect(screen.step == .done && app.model.state == .locked)
        #expect(screen.pendingStatus == ScreenTexts.english[.passcodeReset])
    }

    @Test func signingOutWarnsFirst() async {
        let (app, note) = await device.ready()
        let screen = SignOutModel(app.model, texts: .english)
        await screen.confirm()
        #expect(app.reads(note), "no prompt")
        screen.ask()
        screen.cancel()
        await screen.confirm()
        #expect(app.reads(note))
        screen.ask()
        await screen.confirm()
        #expect(app.model.state == .signedOut && !screen.isAsking && screen.message == nil)
    }

    @Test(arguments: [true, false])
    func signOutDoesNotDependOnWhenItsAlertCloses(isDismissedFirst: Bool) async {
        let (app, _) = await device.ready()
        let screen = SignOutModel(app.model, texts: .english)
        screen.ask()
        // On a click, SwiftUI changes the binding and runs the action in either order.
        if isDismissedFirst { screen.isAsking = false }
        let action = Task { await screen.confirm() }
        if !isDismissedFirst {
            await until { screen.isWorking || app.model.state == .signedOut }
            screen.isAsking = false
        }
        await action.value
        #expect(app.model.state == .signedOut && !screen.isAsking && !screen.isWorking)
        await screen.confirm()
        #expect(screen.message == nil, "once for each warning")
    }

    @Test func failedSignOutErasureCanBeConfirmedAgain() async {
        _ = await device.ready()
        let storage = ClosableStorage(device.storage)
        let app = device.app(on: storage)
        await app.launch()
        let screen = SignOutModel(app.model, texts: .english)
        screen.ask()
        screen.isAsking = false
        await storage.setBroken(true)
        await screen.confirm()
        #expect(screen.isAsking && screen.message != nil)
        await storage.setBroken(false)
        screen.isAsking = false
        await screen.confirm()
        #expect(app.model.state == .signedOut && screen.message == nil)
    }

    @Test("C4 unreadable storage shows an error and can be retried")
    func unreadableStorageShowsAnErrorAndCanBeRetried() async {
        _ = await device.ready()
        let storage = ClosableStorage(device.storage)
        let app = device.app(on: storage)
        await storage.setBroken(true)
        await app.launch()
        let screen = LockScreenModel(app.model, texts: .english)
        #expect(screen.problem == ScreenTexts.english[.storageTrouble])
        await storage.setBroken(false)
        await screen.tryAgain()
        #expect(screen.problem == nil && app.model.state == .locked)
    }

    @Test func signInScreenExplainsWhySignInIsRequired() async {
        let (app, _) = await device.ready()
        await device.server.endSessions()
        await #expect(throws: SessionError.ended) { _ = try await app.model.sessions() }
        let screen = SignInModel(app.model, texts: .english)
        #expect(screen.notice == ScreenTexts.english[.sessionEnded])
        await screen.submit("no code")
        #expect(screen.notice == nil && screen.message == ScreenTexts.english[.codeMalformed])
    }

    @Test func signInScreenExplainsThatTheDeviceWasShut() async {
        await device.server.setPolicy(User.Policy(serverUnlockRequired: true))
        let (_, note) = await device.ready()
        await device.server.devices.shutAll()
        #expect(await device.launched().model.unlock(with: .right) == .shut)
        let app = await device.launched()
        #expect(app.model.state == .signedOut)
        #expect(SignInModel(app.model, texts: .english).notice == "This device was shut. Sign in again to use it.")
        await app.signIn()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.model.notice == nil && app.reads(note))
    }
}

extension PasscodeEntry {
    /// Enters digits on the number pad, and waits for the result.
    fileprivate func type(_ digits: String) async {
        for digit in digits { pad.press(digit.wholeNumberValue ?? -1) }
        await settled()
    }
}
