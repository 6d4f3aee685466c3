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

/// Views of an account.
extension ViewTests {
    @Test func resetScreenReportsWhenItDisappears() async throws {
        let model = ResetPasscodeModel(session(), texts: texts)
        var gone = 0
        let view = ResetPasscodeView(model: model, onDone: {}, onCancel: {}, onDisappear: { gone += 1 })
        PresentedView(view.body, in: UIWindow(windowScene: UIWindowScene(standIn: "reset"))).remove()
        #expect(gone == 1)
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

    private func session(_ server: FakeServer = FakeServer()) -> SessionModel {
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        return AppLock.account(platform, api: server, reason: "Unlock the test.", sessionLock: InProcessSessionLock())
    }
}
