import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// A browser whose session or account cannot be read.
@Suite struct UnreadableSessionTests {
    @Test(
        "V15 an unreadable session is ignored by sign-in and pages",
        arguments: ["users.mail_trouble", "sessions.lock", "session_tokens.kind"])
    func anUnreadableSessionIsIgnoredBySignInAndPages(_ column: String) async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            let token = try #require(try await server.signInEmail("bob@example.com").token)
            let names = column.split(separator: ".")
            try await server.database.execute("UPDATE \(names[0]) SET \(names[1]) = 'unheard_of'")
            #expect(try await server.get("/api/auth/me", cookie: cookie).problem == "internal-error")
            for path in ["/", "/lock", "/settings/security"] {
                let response = try await server.get(path, cookie: cookie)
                #expect(response.status == 303 && response.headers[.location]?.hasPrefix("/sign-in") == true, "\(path)")
            }
            for path in ["/sign-in", "/problems/locked", "/assets/\(AssetLibrary.current)/latchkey.css"] {
                #expect(try await server.get(path, cookie: cookie).status == 200, "\(path)")
            }
            let ask = try await server.post("/api/auth/magic-link", #"{"email":"bob@example.com"}"#, cookie: cookie)
            #expect(ask.status == 202)
            let signIn = try await server.post(
                "/api/auth/magic-link/verify", #"{"token":"\#(token)","transport":"cookie"}"#, cookie: cookie)
            #expect(signIn.status == 200)
            let signOut = try await server.post("/api/auth/logout", cookie: cookie)
            #expect(signOut.status == 204)
            #expect(signOut.headers[.setCookie]?.contains("Max-Age=0") == true)
            let page = await server.metrics()
            #expect(page.contains("latchkey_unreadable_rows_total{table=\"\(names[0])\"} 1\n"))
        }
    }

    @Test("V15 a reset works despite an unreadable session")
    func aResetWorksDespiteAnUnreadableSession() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.signInWithPasscode("bob@example.com")
            try await server.database.execute(
                "UPDATE users SET mail_trouble = 'unheard_of' WHERE email = 'ann@example.com'")
            #expect(try await server.resetPasscode(to: "580293", session, email: "bob@example.com").status == 200)
        }
    }
}
