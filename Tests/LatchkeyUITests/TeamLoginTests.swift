import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import LatchkeyTestSupport
import Testing

@testable import LatchkeyUI

/// An app's own login next to sign-in by email, on the screens for sign-in and reset.
@MainActor @Suite struct TeamLoginTests {
    private struct Outage: Error {}

    private let server = MockSessionAPI(email: "ada@example.org")
    private let texts = ScreenTexts.english

    private func started() async -> SessionModel {
        let session = SessionModel.test(server)
        await session.start()
        return session
    }

    private func login(_ token: @escaping @MainActor @Sendable (Bool) throws -> SignInProof?) -> TeamLogin {
        TeamLogin(name: "Desk") { try token($0) }
    }

    @Test func teamLoginTokenSignsInWithoutReauthentication() async {
        let session = await started()
        let model = SignInModel(session, texts: texts)
        let login = login { reauthenticates in reauthenticates ? nil : .idToken("T") }
        #expect(login.title(in: texts) == "Continue with Desk")
        await model.signIn(by: login)
        #expect(session.state == .offeringPasscodeSetup && model.message == nil && !model.isWorking)
    }

    @Test func cancelledTeamLoginShowsNoMessage() async {
        let session = await started()
        let model = SignInModel(session, texts: texts)
        await model.signIn(by: login { _ in nil })
        #expect(model.message == nil)
        await model.signIn(by: login { _ in throw CancellationError() })
        #expect(model.message == nil && session.state == .signedOut && !model.isWorking)
        #expect(await server.calls == [])
    }

    @Test func eachRejectionHasAText() async {
        let model = SignInModel(await started(), texts: texts)
        let rejections: [(APIError, SessionText)] = [
            (.invalidToken, .signInRejected), (.identityConflict, .signInConflict),
            (.temporarilyUnavailable(retryAfter: .seconds(5)), .serverTrouble), (.offline, .offline),
            (.tooManyAttempts(retryAfter: .seconds(60)), .tooManyRequests),
            (.emailSignInDisabled, .emailSignInDisabled),
        ]
        for (error, text) in rejections {
            await server.failNext(with: error)
            await model.signIn(by: login { _ in .idToken("T") })
            #expect(model.message == texts[text], "\(error)")
        }
        await model.signIn(by: login { _ in throw Outage() })
        #expect(model.message == texts[.signInRejected])
    }

    @Test("V16 team sign-in stays locked until the passcode is entered")
    func teamSignInStaysLockedUntilThePasscodeIsEntered() async {
        let session = SessionModel.test(MockSessionAPI(email: "ada@example.org", passcode: "481920"))
        await session.start()
        await SignInModel(session, texts: texts).signIn(by: login { _ in .idToken("T") })
        #expect(session.state == .locked)
        #expect(await session.unlock(with: .right) == .unlocked)
        #expect(session.state == .ready)
    }

    @Test("C8 fresh team login replaces the reset email once")
    func freshTeamLoginReplacesTheResetEmailOnce() async {
        let session = await started()
        _ = await session.signIn(with: .idToken("T"))
        #expect(await session.setPasscode(.right) == .done)
        let model = ResetPasscodeModel(session, texts: texts, login: login { $0 ? .idToken("fresh") : nil })
        await model.beginByLogin()
        #expect(model.step == .new)
        await server.failNext(with: .invalidToken)
        await model.entry.type("593072")
        await model.entry.type("593072")
        #expect(model.step == .email && model.status == texts[.signInRejected])
        await model.beginByLogin()
        await model.entry.type("593072")
        await model.entry.type("593072")
        #expect(model.step == .done && session.state == .ready)
        #expect(await server.calls.contains(.requestPasscodeReset) == false)
    }

    @Test(arguments: [true, false])
    func teamLoginShowsEmailOnlyWhenTheServerEnablesIt(isOn: Bool) async {
        let session = await started()
        await server.setSignInMethods(SignInMethods(email: isOn))
        let login = login { _ in .idToken("T") }
        let signIn = SignInModel(session, texts: texts)
        let reset = ResetPasscodeModel(session, texts: texts, login: login)
        // Hidden until the server has responded, to avoid flicker.
        #expect(!signIn.showsEmail(with: login) && !reset.showsEmail)
        #expect(signIn.showsEmail(with: nil))
        await signIn.load()
        await reset.load()
        #expect(signIn.showsEmail(with: login) == isOn && reset.showsEmail == isOn)
        #expect(reset.title == texts[isOn ? .enterEmailForReset : .forgotPasscode])
        await signIn.signIn(by: login)
        #expect(session.state == .offeringPasscodeSetup)
    }

    @Test func emailIsOfferedWhenSignInMethodsAreUnavailable() async {
        let session = await started()
        let (signIn, reset) = (
            SignInModel(session, texts: texts), ResetPasscodeModel(session, texts: texts, login: login { _ in nil })
        )
        for error in [APIError.offline, .notFound] {
            await server.failNext(with: error)
            await signIn.load()
            await server.failNext(with: error)
            await reset.load()
            #expect(signIn.offersEmail == true && reset.showsEmail)
        }
        #expect(ResetPasscodeModel(session, texts: texts).showsEmail)
    }

    @Test func resetWithoutATeamLoginRequiresEmail() async {
        let model = ResetPasscodeModel(await started(), texts: texts)
        await model.beginByLogin()
        #expect(model.step == .email)
        let cancelled = ResetPasscodeModel(await started(), texts: texts, login: login { _ in nil })
        await cancelled.beginByLogin()
        #expect(cancelled.step == .email && cancelled.status == nil && !cancelled.isWorking)
    }
}
