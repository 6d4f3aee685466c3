import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import SwiftUI
import Testing
import UIKit

@testable import LatchkeyUI

/// The texts and actions of views, independent of layout.
@MainActor @Suite(.serialized) struct ViewTests {
    let texts = ScreenTexts.english

    @Test("C12 lock window is opaque")
    func lockWindowIsOpaque() async {
        let lock = await lockInFront()
        let subject = LockSubject(lock, texts: texts, options: LockOptions(), makeReset: nil)
        for cover in [LockCover.cover, .lock] {
            #expect(DrawnView(subject.content(cover)).parts.first == .color(isOpaque: true))
        }
        #expect(DrawnView(subject.content(.cover)).texts.isEmpty)
    }

    @Test("C12 locked app hides its content and disables its buttons")
    func lockedAppHidesItsContentAndDisablesItsButtons() async {
        let lock = await lockInFront()
        var presses = 0
        let view = VStack {
            Text(verbatim: "notes")
            Button("delete") { presses += 1 }
        }.appLock(lock)
        #expect(DrawnView(view).texts.isEmpty && !DrawnView(view).press("delete"))
        #expect(await lock.unlock(with: .right) == .unlocked)
        #expect(DrawnView(view).texts == ["notes", "delete"] && DrawnView(view).press("delete"))
        lock.lockApp()
        #expect(DrawnView(view).texts.isEmpty && presses == 1)
    }

    @Test func lockScreenShowsTheKeypadAndAvailableReset() async {
        let lock = ScriptedLock(await lockInFront())
        let model = LockScreenModel(lock, texts: texts)
        var forgot = 0
        let view = PasscodeLockView(model: model) { forgot += 1 }
        let drawn = DrawnView(view)
        #expect(drawn.texts.contains(texts[.enterPasscode]))
        #expect((0...9).allSatisfy { drawn.texts.contains(String($0)) })
        #expect(drawn.press(texts[.forgotPasscode]))
        #expect(forgot == 1)
        #expect(!drawn.texts.contains(texts[.tryAgain]) && !drawn.texts.contains(texts[.signInAgain]))
        lock.canResetPasscode = false
        #expect(!DrawnView(view).texts.contains(texts[.forgotPasscode]))
        #expect(drawn.press("4"))
        #expect(model.entry.pad.count == 1)
    }

    @Test func everyDeleteKeyRemovesTheLastDigit() async {
        let model = LockScreenModel(ScriptedLock(await lockInFront()), texts: texts)
        let drawn = DrawnView(PasscodeLockView(model: model))
        for character in ["\u{7F}", "\u{8}", "\u{F728}"] as [Character] {
            #expect(drawn.press(KeyEquivalent("4")))
            #expect(model.entry.pad.count == 1)
            #expect(drawn.press(KeyEquivalent(character)))
            #expect(model.entry.pad.count == 0, "\(character.unicodeScalars)")
        }
        #expect(!drawn.press(KeyEquivalent("4"), modifiers: .command) && !drawn.press(KeyEquivalent("x")))
        #expect(model.entry.pad.count == 0)
    }

    @Test func biometricsOnlyLockOffersSignInInsteadOfAKeypad() async {
        let lock = ScriptedLock(await TestLock().locked(biometrics: true))
        lock.requiresPasscode = false
        let model = LockScreenModel(lock, texts: texts)
        let drawn = DrawnView(PasscodeLockView(model: model))
        #expect(!drawn.texts.contains("1"))
        #expect(drawn.texts.contains(texts[.unlockWithBiometrics, with: .fingerprint]))
        #expect(drawn.press(texts[.signInAgain]))
        await until { lock.asked == ["sign in again"] }
    }

    @Test("C4 unreadable lock shows the problem and can retry")
    func unreadableLockShowsTheProblemAndCanRetry() async throws {
        let lock = ScriptedLock(await lockInFront())
        lock.problem = .vault(.damaged)
        let model = LockScreenModel(lock, texts: texts)
        let drawn = DrawnView(PasscodeLockView(model: model))
        #expect(drawn.texts.contains(try #require(model.problem)))
        #expect(drawn.press(texts[.tryAgain]))
        await until { lock.asked == ["try again"] }
    }

    @Test func noticeRemainsUntilAnotherMessageReplacesIt() async throws {
        let lock = ScriptedLock(await lockInFront())
        lock.notice = .passcodeNeeded
        let model = LockScreenModel(lock, texts: texts)
        let view = PasscodeLockView(model: model)
        let notice = try #require(model.notice)
        #expect(DrawnView(view).texts.contains(notice))
        model.entry.setMessage("something else")
        let drawn = DrawnView(view)
        #expect(drawn.texts.contains("something else") && !drawn.texts.contains(notice))
    }

    @Test func closedScreenDiscardsEnteredDigits() async throws {
        let model = SetPasscodeModel(.set, of: await TestLock().launched(), texts: texts)
        var gone = 0
        let view = SetPasscodeView(model: model, onDone: {}, onCancel: {}, onDisappear: { gone += 1 })
        let presented = PresentedView(view.body, in: UIWindow(windowScene: UIWindowScene(standIn: "set")))
        for digit in [4, 8, 1, 9, 2, 0] { model.entry.pad.press(digit) }
        await until { model.step == .confirm }
        model.entry.pad.press(4)
        presented.remove()
        #expect(model.step == .new && model.entry.pad.count == 0 && gone == 1)
        for digit in [4, 8, 1, 9, 2, 0] { model.entry.pad.press(digit) }
        await until { model.step == .confirm }
    }

    @Test func resetScreenReportsWhenItDisappears() async throws {
        let model = ResetPasscodeModel(session(), texts: texts)
        var gone = 0
        let view = ResetPasscodeView(model: model, onDone: {}, onCancel: {}, onDisappear: { gone += 1 })
        PresentedView(view.body, in: UIWindow(windowScene: UIWindowScene(standIn: "reset"))).remove()
        #expect(gone == 1)
    }

    @Test func settingsReflectTheLocksState() async {
        let lock = await TestLock().launched()
        let view = LockSettingsView(lock)
        #expect(DrawnView(view).texts.contains(texts[.setPasscode]))
        #expect(await lock.setPasscode(.right) == .done)
        let drawn = DrawnView(view)
        for text in [ScreenText.changePasscode, .timeout, .lockNow, .turnOffPasscode] {
            #expect(drawn.texts.contains(texts[text]))
        }
        #expect(!drawn.texts.contains(texts[.setPasscode]))
        #expect(drawn.press(texts[.lockNow]))
        await until { lock.isLocked }
    }

    @Test func settingsCanBeASectionOfAnAppsForm() async {
        let lock = await TestLock().launched()
        let form = Form {
            Text(verbatim: "own")
            PasscodeSettingsView(lock)
        }
        #expect(DrawnView(form).texts == ["own", texts[.security], texts[.setPasscode]])
        #expect(DrawnView(form).press(texts[.setPasscode]))
        for _ in 0..<2 {
            for digit in ["4", "8", "1", "9", "2", "0"] { #expect(DrawnView(form).press(digit)) }
        }
        await until { lock.isPasscodeEnabled }
        #expect(DrawnView(form).press(texts[.lockNow]))
        await until { lock.isLocked }
    }

    @Test("C6 each protected setting requests the passcode once")
    func eachProtectedSettingRequestsThePasscodeOnce() async {
        let lock = await TestLock().launched()
        #expect(await lock.setPasscode(.right) == .done)
        let model = PasscodeSettingsModel(lock, texts: texts)
        let view = PasscodeSettingsView(model: model) { [texts] in SetPasscodeModel($0, of: lock, texts: texts) }
        await until { model.biometrics != nil }
        func sheets() -> Int { DrawnView(view).texts.count { $0 == texts[.enterCurrentPasscode] } }
        model.disablePasscode()
        #expect(sheets() == 1)
        model.cancel()
        await model.setBiometrics(true)
        #expect(sheets() == 1)
        model.cancel()
        await model.setTimeout(.oneHour)
        #expect(model.question == .timeout(.oneHour) && sheets() == 1)
    }

    @Test("C6 biometrics-only settings can disable biometrics and lock")
    func biometricsOnlySettingsCanDisableBiometricsAndLock() async {
        let lock = await TestLock().launched()
        let view = LockSettingsView(lock)
        let name = BiometricType.fingerprint.displayName(in: texts.biometrics)
        #expect(!DrawnView(view).texts.contains(name) && !DrawnView(view).texts.contains(texts[.lockNow]))
        #expect(await lock.protectWithBiometricsOnly() == .done)
        let drawn = DrawnView(view)
        #expect(drawn.texts.contains(texts[.setPasscode]) && drawn.texts.contains(name))
        #expect(drawn.press(texts[.lockNow]))
        await until { lock.isLocked }
    }

    @Test func settingsHideForbiddenOptionsAndExplainTheTeamPolicy() async {
        let open = await TestLock().launched()
        #expect(await open.setPasscode(.right) == .done)
        let lock = ScriptedLock(open)
        let model = PasscodeSettingsModel(lock, texts: texts)
        let view = PasscodeSettingsView(model: model) { [texts] in SetPasscodeModel($0, of: lock, texts: texts) }
        await until { model.biometrics != nil }
        let left = [texts[.turnOffPasscode], BiometricType.fingerprint.displayName(in: texts.biometrics)]
        for text in left { #expect(DrawnView(view).texts.contains(text), "\(text)") }
        lock.policy = User.Policy(passcodeRequired: true, longestTimeoutMinutes: 15, biometricsAllowed: false)
        let drawn = DrawnView(view)
        for text in left { #expect(!drawn.texts.contains(text), "\(text)") }
        #expect(model.rules.count == 3)
        for rule in model.rules { #expect(drawn.texts.contains(rule), "\(rule)") }
    }

    @Test func accountSettingsOfferAForgottenPasscodeReset() async {
        let session = session()
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await session.setPasscode(.right) == .done)
        #expect(DrawnView(LockSettingsView(session)).texts.contains(texts[.forgotPasscode]))
        let without = LockSettingsView(await TestLock().locked())
        #expect(!DrawnView(without).texts.contains(texts[.forgotPasscode]))
    }

    @Test func firstPasscodeStepShowsTheReason() async throws {
        let lock = await TestLock().launched()
        let model = SetPasscodeModel(.set, of: lock, texts: texts)
        let view = SetPasscodeView(model: model, onDone: {}, onCancel: {})
        let reason = try #require(model.reason)
        #expect(DrawnView(view).texts.contains(reason))
        for digit in [4, 8, 1, 9, 2, 0] { model.entry.pad.press(digit) }
        #expect(model.step == .confirm && !DrawnView(view).texts.contains(reason))
    }

    @Test func signingInShowsThatTheServerEndedTheSession() async {
        let server = FakeServer()
        let session = session(server)
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await session.setUpLater() == nil)
        await server.endSessions()
        await #expect(throws: SessionError.ended) { _ = try await session.sessions() }
        let model = SignInModel(session, texts: texts)
        #expect(DrawnView(SignInView(model: model)).texts.contains(texts[.sessionEnded]))
        await model.submit("no code")
        let drawn = DrawnView(SignInView(model: model))
        #expect(drawn.texts.contains(texts[.codeMalformed]) && !drawn.texts.contains(texts[.sessionEnded]))
    }

    @Test(arguments: [true, false])
    func teamLoginShowsTheEmailFieldOnlyWhenEnabled(isOn: Bool) async {
        let server = FakeServer()
        await server.setSignInMethods(SignInMethods(email: isOn))
        let session = session(server)
        await session.start()
        let login = TeamLogin(name: "Desk") { _ in nil }
        let signInModel = SignInModel(session, texts: texts)
        let signIn = SignInView(model: signInModel).teamLogin(login)
        let model = ResetPasscodeModel(session, texts: texts, login: login)
        let reset = ResetPasscodeView(model: model, onDone: {}, onCancel: {})
        // Hidden until the server has responded, to avoid flicker.
        #expect(!DrawnView(signIn).texts.contains(texts[.email]) && !DrawnView(reset).texts.contains(texts[.email]))
        // The stand-in has no environment for a task that starts later.
        await signInModel.load()
        for task in DrawnView(reset).tasks { await task() }
        for drawn in [DrawnView(signIn), DrawnView(reset)] {
            #expect(drawn.texts.contains(login.title(in: texts)))
            #expect(drawn.texts.contains(texts[.email]) == isOn)
        }
    }

    @Test func changingOrDisablingThePasscodeOpensAPasscodeSheet() async {
        let lock = await TestLock().launched()
        #expect(await lock.setPasscode(.right) == .done)
        let model = PasscodeSettingsModel(lock, texts: texts)
        let view = PasscodeSettingsView(model: model) { [texts] in SetPasscodeModel($0, of: lock, texts: texts) }
        #expect(!DrawnView(view).texts.contains("5"))
        #expect(DrawnView(view).press(texts[.changePasscode]))
        #expect(DrawnView(view).texts.contains(texts[.enterCurrentPasscode]))
        #expect(DrawnView(view).press(texts[.cancel]))
        #expect(!DrawnView(view).texts.contains("5"))
        #expect(DrawnView(view).press(texts[.turnOffPasscode]))
        #expect(DrawnView(view).texts.contains("5"))
    }

    @Test("C6 biometric lock reveals content only after a successful prompt")
    func biometricLockRevealsContentOnlyAfterASuccessfulPrompt() async throws {
        let reader = MockBiometricAuth(.faceID)
        await reader.failNext(with: .authenticationFailed)
        let gate = BiometricGateModel(reader, reason: "Show the account.", texts: texts)
        let view = Text(verbatim: "content").modifier(BiometricLockModifier(gate: { _ in gate }, onUnlock: {}))
        let closed = DrawnView(view)
        #expect(closed.texts.contains(texts[.authenticationRequired]) && !closed.texts.contains("content"))
        #expect(closed.texts.contains("Unlock with passcode"), "before the device's biometrics are known")
        #expect(!(await gate.open()))
        let problem = try #require(gate.problem)
        let failed = DrawnView(view)
        #expect(failed.texts.contains(problem) && failed.texts.contains(texts[.tryAgain]))
        #expect(failed.texts.contains("Authentication failed") && failed.texts.contains("Unlock with Face ID"))
        #expect(failed.press(texts[.tryAgain]))
        await until { gate.isOpen }
        #expect(DrawnView(view).texts == ["content"])
    }

    @Test func viewUsesTheLanguageSetByItsParent() async {
        let french = ScreenTexts.french
        let session = session()
        let view = SessionView(session) { Text(verbatim: "content") }.environment(\.screenTexts, french)
        await session.start()
        let signIn = DrawnView(view)
        #expect([.enterEmail, .email, .signIn].allSatisfy { signIn.texts.contains(french[$0]) })
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        let offer = DrawnView(view)
        #expect(offer.texts.contains(french[.offerReason]) && offer.texts.contains(french[.setUpLater]))
        #expect(await session.setPasscode(.right) == .done)
        let lockSettings = LockSettingsView(session).environment(\.screenTexts, french)
        let settings = DrawnView(lockSettings)
        #expect(settings.texts.contains(french[.changePasscode]) && settings.texts.contains(french[.forgotPasscode]))
        #expect(settings.press(french[.turnOffPasscode]))
        #expect(DrawnView(lockSettings).texts.contains(french[.enterCurrentPasscode]))
    }

    @Test func screenReaderStartsAtTheLockTitle() async {
        let lock = ScriptedLock(await TestLock().locked(biometrics: true))
        let passcode = LockScreenModel(lock, texts: texts)
        #expect(DrawnView(PasscodeLockView(model: passcode)).textsReadFirst == [texts[.enterPasscode]])
        lock.requiresPasscode = false
        let biometrics = LockScreenModel(lock, texts: texts)
        #expect(DrawnView(PasscodeLockView(model: biometrics)).textsReadFirst == [texts.lock[.locked]])
    }

    private func session(_ server: FakeServer = FakeServer()) -> SessionModel {
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        return AppLock.account(platform, api: server, reason: "Unlock the test.", sessionLock: InProcessSessionLock())
    }

    @Test func deletingTheAccountShowsAWarningAndRequiresThePasscode() async {
        let session = session()
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await session.setPasscode(.right) == .done)
        var (isDeleted, isCancelled) = (false, false)
        let view = DeleteAccountView(session, onDeleted: { isDeleted = true }, onCancel: { isCancelled = true })
        #expect(DrawnView(view).texts.contains(texts[.deleteAccountWarning]))
        #expect(DrawnView(view).press(texts[.cancel]) && isCancelled)
        for digit in ["4", "8", "1", "9", "2", "0"] { #expect(DrawnView(view).press(digit)) }
        await until { session.state == .signedOut && isDeleted }
    }

    @Test func openAppCanRequestAFreshPasscode() async {
        let session = session()
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await session.setPasscode(.right) == .done)
        var (isConfirmed, isCancelled) = (false, false)
        let view = PasscodeConfirmationView(
            session, reason: "To refund.", onConfirm: { isConfirmed = true }, onCancel: { isCancelled = true })
        let drawn = DrawnView(view)
        #expect(drawn.texts.contains("To refund.") && drawn.textsReadFirst == [texts[.enterPasscode]])
        #expect(drawn.press(texts[.cancel]) && isCancelled && !isConfirmed)
        let french = ScreenTexts.french
        #expect(DrawnView(view.environment(\.screenTexts, french)).texts.contains(french[.cancel]))
    }

    @Test func missingPasscodeIsReportedInsteadOfRequested() async {
        let session = session()
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await session.setUpLater() == nil)
        let view = PasscodeConfirmationView(session, onConfirm: {}, onCancel: {})
        #expect(DrawnView(view).texts == [texts.lock[.noPasscode], texts[.cancel]])
    }

    @Test("C14 session lock covers any view and offers passcode reset")
    func sessionLockCoversAnyViewAndOffersPasscodeReset() async {
        let session = session()
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await session.setPasscode(.right) == .done)
        let view = Text("notes").appLock(session, hidesFromRecording: true)
        let modifier = Mirror(reflecting: view).descendant("modifier") as? AppLockModifier
        #expect(modifier?.options == LockOptions(hidesFromRecording: true) && modifier?.makeReset != nil)
        #expect(modifier?.lock.access == .unlocked)
        session.lock.requireLock()
        #expect(modifier?.lock.access == .locked)
    }

    @Test func aSessionsViewFollowsItsState() async throws {
        let session = session()
        let view = SessionView(session) { Text(verbatim: "content") }
        let first = DrawnView(view)
        #expect(first.texts.isEmpty, "nothing is known yet, and nothing shown")
        for task in first.tasks { await task() }
        #expect(session.state == .signedOut)
        #expect(DrawnView(view).texts.contains(texts[.enterEmail]))

        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(session.state == .offeringPasscodeSetup)
        let offer = DrawnView(view)
        #expect(!offer.texts.contains("content"))
        #expect(offer.press(texts[.setUpLater]))
        await until { session.state == .ready }
        #expect(DrawnView(view).texts.first == "content")
        #expect(await session.signOut() == nil)
        #expect(DrawnView(view).texts.contains(texts[.enterEmail]))
    }

    @Test func requiredPasscodeCannotBePostponed() async {
        let server = FakeServer()
        await server.setPolicy(User.Policy(passcodeRequired: true))
        let session = session(server)
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        let drawn = DrawnView(SessionView(session) { Text(verbatim: "content") })
        #expect(drawn.texts.contains(texts[.teamRequiresPasscode]) && !drawn.texts.contains("content"))
        #expect(!drawn.texts.contains(texts[.setUpLater]))
        #expect(drawn.press(texts[.signInAgain]))
        await until { session.state == .signedOut }
    }

    @Test func sessionViewReportsAPasscodeResetOnce() async {
        let session = session()
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await session.setPasscode(.right) == .done)
        let view = SessionView(session) { Text(verbatim: "content") }
        #expect(!DrawnView(view).texts.contains(texts[.passcodeReset]))
        let proof = SignInProof.code("reset", email: "ada@example.org")
        #expect(await session.resetPasscode(with: proof, to: .other) == .done)
        session.declineBiometrics()
        let drawn = DrawnView(view)
        #expect(drawn.texts.contains("content") && drawn.texts.contains(texts[.passcodeReset]))
        #expect(drawn.press(texts[.done]))
        #expect(session.notice == nil && !DrawnView(view).texts.contains(texts[.passcodeReset]))
    }

    @Test func offerViewSetsANewPasscode() async {
        let session = session()
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        let view = PasscodeOfferView(session)
        let title = SetPasscodeModel(.set, of: session, texts: texts).title
        #expect(DrawnView(view).texts.contains(title) && DrawnView(view).texts.contains(texts[.offerReason]))
        for round in 0..<2 {
            for digit in ["4", "8", "1", "9", "2", "0"] { #expect(DrawnView(view).press(digit), "round \(round)") }
            if round == 0 { await until { DrawnView(view).texts.contains(texts[.confirmNewPasscode]) } }
        }
        await until { session.state == .ready && session.isPasscodeEnabled }
    }
}
