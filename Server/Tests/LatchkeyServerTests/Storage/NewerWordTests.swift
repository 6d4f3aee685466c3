import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Unknown words of a newer server, in the rows that every request reads.
@Suite struct NewerWordTests {
    @Test(
        "V15 an unknown stored value grants and changes nothing",
        arguments: ["sessions.lock", "sessions.transport", "session_tokens.kind", "users.mail_trouble"])
    func anUnknownStoredValueGrantsAndChangesNothing(_ column: String) async throws {
        try await TestServer.run { server in
            let ann = try await server.signInWithPasscode()
            let locked = try await server.signIn()
            let bob = try await server.signInWithPasscode("bob@example.com")
            let names = column.split(separator: ".")
            let rows = "\(names[0]) WHERE \(Self.ofAnn(names[0]))"
            try await server.database.execute(
                "UPDATE \(names[0]) SET \(names[1]) = 'unheard_of' WHERE \(Self.ofAnn(names[0]))")
            func stored() async throws -> [String] {
                try await server.database.rows("SELECT * FROM \(rows)").sorted()
            }
            let before = try await stored()
            #expect(!before.isEmpty)
            for session in [ann, locked] {
                let responses = try await [
                    server.get("/api/auth/me", bearer: session.accessToken),
                    server.get("/api/auth/sessions", bearer: session.accessToken),
                    server.verify(TestServer.passcode, session),
                    server.verify(TestServer.wrongPasscode, session),
                    server.refresh(session.refreshToken),
                    server.post("/api/auth/lock", bearer: session.accessToken),
                ]
                #expect(responses.map(\.problem) == Array(repeating: "internal-error", count: 6))
            }
            #expect(try await server.get("/api/auth/gate", bearer: locked.accessToken).status != 204)
            try await server.parts.sweeper.settleStaleAttempts()
            try await server.parts.sweeper.sweep()
            #expect(try await stored() == before)
            #expect(server.hasher.checks == 0)
            #expect(try await server.verify(TestServer.passcode, bob).status == 200)
        }
    }

    @Test("V13 an unknown lock reason does not pass the gate")
    func anUnknownLockReasonDoesNotPassTheGate() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.database.execute("UPDATE sessions SET lock = 'unheard_of'")
            #expect(try await server.get("/api/auth/gate", bearer: session.accessToken).status != 204)
        }
    }

    private static func ofAnn(_ table: Substring) -> String {
        let account = "(SELECT id FROM users WHERE email = 'ann@example.com')"
        return switch table {
        case "users": "email = 'ann@example.com'"
        case "sessions": "account_id = \(account)"
        default: "session_id IN (SELECT id FROM sessions WHERE account_id = \(account))"
        }
    }
}
