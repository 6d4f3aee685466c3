import Foundation
import HTTPTypes
import LatchkeyAPI
import PasskeyTestSupport
import Testing

@testable import LatchkeyServer

/// Events that remove passkeys, and events that keep them.
@Suite struct PasskeyEndTests {
    enum End: CaseIterable, Sendable {
        case reset, block, disable, disown, `operator`

        /// Causes the event for ann, and leaves her with an enabled passcode.
        func happen(to session: SessionResponse, on server: TestServer) async throws {
            switch self {
            case .reset: #expect(try await server.resetPasscode(to: "580293", session).status == 200)
            case .block:
                try await server.alterAccount { $0.failures = AttemptPolicy.perAccount - 1 }
                _ = try await server.verify(TestServer.wrongPasscode, session)
                try await Self.reset(server)
            case .disable:
                let json = #"{"passcode_enabled":false,"current_passcode":"739105"}"#
                let disabled = try await server.changeSettings(json, session)
                #expect(try !disabled.decode(User.self).hasPasskey)
                #expect(try await server.changeSettings(#"{"passcode_enabled":true}"#, session).status == 200)
            case .disown:
                let emails = try await server.takeEmails(to: "ann@example.com")
                let notice = try #require(emails.first { $0.text.contains("A passkey was added to your account") })
                #expect(try await server.disown(notice) == 204)
                #expect(try await server.account().resetRequired)
                try await Self.reset(server)
            case .operator:
                try await server.apply(.requireReset)
                try await Self.reset(server)
            }
        }

        private static func reset(_ server: TestServer) async throws {
            #expect(try await !server.account().hasPasskey(under: TeamRules()))
            server.clock.advance(by: .minutes(1))
            #expect(try await server.resetPasscode(to: "580293").status == 200)
        }
    }

    @Test("V17 NIST-3.2.2-2 ASVS-6.5.6 passkeys end with the passcode", arguments: End.allCases)
    func passkeysEndWithThePasscode(_ end: End) async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let old = try #require(try await server.storedPasskeys().first)
            try await end.happen(to: session, on: server)
            #expect(try await server.storedPasskeys().isEmpty)
            let account = try await server.account()
            #expect(account.passkeyCount == 0 && !account.hasPasskey(under: TeamRules()))
            let again = try await server.signInLater()
            #expect(try await !server.me(again).hasPasskey)
            let options = try await server.post(TestServer.unlock + "/options", bearer: again.accessToken)
            #expect(options.problem == "passkey-not-set" && options.status == 409)
            // An earlier row, as from a backup, is invalid too.
            try await server.dependencies.store.write { try $0.passkeys.insert(old) }
            let body = try passkey.body(passkey.assert(Data(repeating: 1, count: 32).base64URL))
            let response = try await server.post(TestServer.unlock, body, bearer: again.accessToken)
            #expect(response.problem == "passkey-not-set")
            let opened = try await server.verify(end == .disable ? TestServer.passcode : "580293", again).session()
            #expect(try await server.listPasskeys(opened).isEmpty)
            // A new passkey does not restore the removed ones.
            let next = server.newPasskey()
            #expect(try await server.add(next, bearer: opened.accessToken).status == 201)
            #expect(try await server.storedPasskeys().map(\.credentialID) == [next.credentialID])
            #expect(try await server.account().passkeyCount == 1)
            #expect(try await server.unlock(by: passkey, bearer: opened.accessToken).problem == "invalid-passkey")
        }
    }

    @Test("V17 a reset by an older server ends passkeys")
    func aResetByAnOlderServerEndsPasskeys() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let challenge = try await server.challenge(TestServer.unlock, bearer: session.accessToken)
            // Simulates an older server, which increases the version with each change of the passcode, without newer
            // columns.
            try await server.database.execute("UPDATE users SET passcode_version = passcode_version + 1")
            let body = try passkey.body(passkey.assert(challenge))
            #expect(
                try await server.post(TestServer.unlock, body, bearer: session.accessToken).problem
                    == "passkey-not-set")
            #expect(try await !server.me(session).hasPasskey)
            #expect(try await server.listPasskeys(session).isEmpty)
            let id = try #require(try await server.storedPasskeys().first?.id)
            for method in [.patch, .delete] as [HTTPRequest.Method] {
                let response = try await server.send(
                    method, "\(TestServer.passkeys)/\(id)", #"{"name":"x"}"#, bearer: session.accessToken)
                #expect(response.problem == "not-found")
            }
            // The row is deleted when this server next writes the account, or a passkey is added.
            #expect(try await server.add(server.newPasskey(), bearer: session.accessToken).status == 201)
            #expect(try await server.storedPasskeys().count == 1)
            #expect(try await server.account().passkeyCount == 1)
            try await server.database.execute("UPDATE users SET passcode_version = passcode_version + 1")
            try await server.fail(1, session)
            #expect(try await server.storedPasskeys().isEmpty)
            #expect(try await server.account().passkeyCount == 0)
        }
    }

    @Test("V17 passkeys survive a changed passcode, not the account")
    func passkeysSurviveAChangedPasscodeNotTheAccount() async throws {
        try await TestServer.run { server in
            let (session, passkey) = try await server.signInWithPasskey()
            let change = #"{"passcode":"580293","current_passcode":"739105"}"#
            let changed = try await server.post("/api/auth/set-passcode", change, bearer: session.accessToken).session()
            #expect(changed.user.hasPasskey)
            try await server.lock(changed)
            let opened = try await server.unlock(by: passkey, bearer: changed.accessToken).session()
            #expect(try await server.listPasskeys(opened).count == 1)
            _ = try await server.post("/api/auth/logout", bearer: opened.accessToken)
            let again = try await server.signInLater()
            #expect(try await server.unlock(by: passkey, bearer: again.accessToken).status == 200)
            try await server.dependencies.store.write { try $0.accounts.delete(id: session.user.id) }
            let id = passkey.credentialID
            #expect(try await server.dependencies.store.read { try $0.passkeys.find(credentialID: id) } == nil)
        }
    }

    @Test("V17 a later change revives no ended passkeys")
    func aLaterChangeRevivesNoEndedPasskeys() async throws {
        try await TestServer.run { server in
            let (session, _) = try await server.signInWithPasskey()
            let old = try #require(try await server.storedPasskeys().first)
            _ = try await server.resetPasscode(to: "580293", session)
            try await server.dependencies.store.write { try $0.passkeys.insert(old) }
            let again = try await server.verify("580293", server.signInLater()).session()
            let change = #"{"passcode":"739105","current_passcode":"580293"}"#
            let changed = try await server.post("/api/auth/set-passcode", change, bearer: again.accessToken).session()
            #expect(try await server.listPasskeys(changed).isEmpty && !changed.user.hasPasskey)
        }
    }

    @Test("V14 disowning an added passkey requires a reset")
    func disowningAnAddedPasskeyRequiresAReset() async throws {
        try await TestServer.run { server in
            let (session, _) = try await server.signInWithPasskey()
            let id = try #require(try await server.listPasskeys(session).first?.id)
            _ = try await server.send(.delete, "\(TestServer.passkeys)/\(id)", bearer: session.accessToken)
            let page: ActivityPage = try await server.get(
                "/api/auth/activity", bearer: session.accessToken
            ).decode()
            #expect(page.events.prefix(2).map(\.kind) == [.passkeyRemoved, .passkeyAdded])
            #expect(NoticeKind.passkeyAdded.requiresReset && !NoticeKind.passkeyRemoved.requiresReset)
        }
    }
}
