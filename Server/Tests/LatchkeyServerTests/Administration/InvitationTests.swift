import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Invitations by administrators.
@Suite struct InvitationTests {
    @Test("V18 an invitation requires only an administrator's recent passcode")
    func anInvitationRequiresOnlyAnAdministratorsRecentPasscode() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            let member = try await server.signInWithPasscode("bob@example.com")
            func invite(by session: SessionResponse) async throws -> TestResponse {
                try await server.post(
                    PeopleController.path, #"{"email":"new@example.com"}"#, bearer: session.accessToken)
            }
            let log = try await server.entries().count
            #expect(try await invite(by: member).problem == "not-administrator")
            server.clock.advance(by: .minutes(5) + .milliseconds(1))
            #expect(try await invite(by: session).problem == "passcode-too-old")
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            #expect(try await invite(by: session).problem == "locked")
            #expect(try await server.entries().count == log)
            // No passkey, device or provider.
            let recent = try await server.verify(TestServer.passcode, session).session()
            #expect(try await invite(by: recent).status == 201)
        }
    }

    @Test func invitationsUseTheAdministratorsLanguageButDoNotSetIt() async throws {
        try await TestServer.run { server in
            let session = try await server.signInAdministrator()
            _ = try await server.changeSettings(#"{"language":"fr"}"#, session)
            _ = try await server.post(
                PeopleController.path, #"{"email":"new@example.com"}"#, bearer: session.accessToken)
            let email = try #require(try await server.takeEmails(to: "new@example.com").first)
            #expect(email.subject == EncodedWord.encode("Vous avez reçu une invitation"))
            #expect(try await server.account("new@example.com").language == nil)
        }
    }
}
