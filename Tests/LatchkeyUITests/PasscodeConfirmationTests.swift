import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import LatchkeyTestSupport
import Testing

@testable import LatchkeyUI

@MainActor @Suite struct PasscodeConfirmationTests {
    private let server = MockSessionAPI(email: "ada@example.org")
    private let texts = ScreenTexts.english

    private func session(passcode: Passcode?) async -> SessionModel {
        let session = SessionModel.test(server)
        await session.start()
        _ = await session.signIn(with: .code("2345-6789", email: server.email))
        if let passcode {
            #expect(await session.setPasscode(passcode) == .done)
        } else {
            #expect(await session.setUpLater() == nil)
        }
        return session
    }

    @Test func correctPasscodeIsConfirmedByTheServer() async throws {
        let session = await session(passcode: .right)
        await server.agePasscodes()
        let model = PasscodeConfirmationModel(session, reason: "Refund the customer.", texts: texts)
        #expect(model.title == texts[.enterPasscode] && model.reason == "Refund the customer.")
        #expect(model.requiresPasscode && model.problem == nil)
        await model.entry.type("481920")
        #expect(model.isConfirmed && model.entry.status == nil && session.state == .ready)
        try await session.perform { [server] token async throws(APIError) in
            try await server.demandPasscode(maxAge: .seconds(300), accessToken: token)
        }
    }

    @Test func wrongPasscodeIsReportedAndCounted() async {
        let model = PasscodeConfirmationModel(await session(passcode: .right), texts: texts)
        await model.entry.type("593072")
        #expect(!model.isConfirmed && model.entry.failures == 1)
        #expect(model.entry.status?.contains("9") == true)
        await model.entry.type("481920")
        #expect(model.isConfirmed)
    }

    @Test func lockedAppConfirmsNoPasscode() async {
        let session = await session(passcode: .right)
        let model = PasscodeConfirmationModel(session, texts: texts)
        _ = await session.lockNow()
        await model.entry.type("481920")
        #expect(!model.isConfirmed && session.state == .locked)
        #expect(model.entry.status == texts.lock[.locked])
    }

    @Test func endedSessionIsReportedAndEndsTheEntry() async {
        let session = await session(passcode: .right)
        let model = PasscodeConfirmationModel(session, texts: texts)
        await server.endSessions()
        await model.entry.type("481920")
        #expect(!model.isConfirmed && model.entry.isOver && model.entry.status == texts[.sessionEnded])
    }

    @Test(arguments: [ScreenTexts.english, .french])
    func missingPasscodeIsReported(texts: ScreenTexts) async {
        let model = PasscodeConfirmationModel(await session(passcode: nil), texts: texts)
        #expect(!model.requiresPasscode && model.problem == texts.lock[.noPasscode])
    }

    @Test func outdatedPasscodeErrorHasAText() {
        #expect(SessionError.api(.passcodeTooOld(maxAge: nil)).text(in: texts) == texts[.passcodeNeeded])
    }
}
