import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// A rejection does not reveal why a code or link is invalid.
@Suite struct SameRejectionTests {
    @Test("V4 ASVS-6.3.8 invalid codes and links all get the same response")
    func invalidCodesAndLinksAllGetTheSameResponse() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            let used = try await server.signInEmail("ann@example.com")
            _ = try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(used.token ?? "")"}"#)
            let outdated = try await server.signInEmail("ann@example.com")
            server.clock.advance(by: .minutes(10))
            let reset = try await server.resetEmail()
            var responses: [TestResponse] = []
            for token in [used.token, outdated.token, reset.token, String(repeating: "A", count: 43), "x", ""] {
                responses.append(
                    try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(token ?? "")"}"#))
            }
            for (email, code) in [
                ("ann@example.com", "0000-0000"), ("nobody@example.com", "0000-0000"),
                ("ann@example.com", used.code ?? ""), ("ann@example.com", outdated.code ?? ""),
                ("ann@example.com", reset.code ?? ""), ("nobody@example.com", "x"),
            ] {
                responses.append(
                    try await server.post(
                        "/api/auth/magic-link/verify", #"{"email":"\#(email)","code":"\#(code)"}"#))
            }
            for proof in [
                #""token":"\#(outdated.token ?? "")""#, #""token":"x""#,
                #""email":"ann@example.com","code":"0000-0000""#, #""email":"nobody@example.com","code":"0000-0000""#,
            ] {
                responses.append(
                    try await server.post("/api/auth/reset-passcode", "{\(proof),\"new_passcode\":\"580293\"}"))
                responses.append(
                    try await server.post("/api/auth/reset-passcode", "{\(proof),\"new_passcode\":\"123456\"}"))
            }
            responses.append(try await server.post("/api/auth/disown", #"{"token":"x"}"#))
            #expect(responses.allSatisfy { $0.problem == "invalid-code" })
            #expect(Set(responses.map(Seen.init)).count == 1)
        }
    }

    @Test("V4 an email request writes one row only")
    func anEmailRequestWritesOneRowOnly() async throws {
        try await TestServer.run { server in
            for path in ["/api/auth/magic-link", "/api/auth/reset-passcode-request"] {
                _ = try await server.post(path, #"{"email":"ann@example.com"}"#)
            }
            try await server.dependencies.store.read { (transaction) throws in
                #expect(try transaction.accounts.all().isEmpty)
                #expect(try transaction.oneTimeTokens.current(email: "ann@example.com", purpose: .signIn) == nil)
                #expect(try transaction.outbox.nextDue(at: .init(milliseconds: .max / 2)) == nil)
            }
            _ = try await server.takeEmails(to: "ann@example.com")
            // An email does not create an account; redeeming it does.
            #expect(try await server.dependencies.store.read { try $0.accounts.all() }.isEmpty)
        }
    }
}

/// The parts of a response visible to a client, except its timing.
private struct Seen: Hashable {
    let status: Int
    let headers: [String]
    let body: Data

    init(_ response: TestResponse) {
        status = response.status
        headers = response.headers.filter { $0.name != .date }.map { "\($0.name): \($0.value)" }
        body = response.body
    }
}
