import Foundation
import LatchkeyAPI
import Testing

@Suite struct CallTests {
    @Test(arguments: Call.all) func eachCallSendsTheRequestDefinedByTheContract(_ call: Call) async throws {
        let transport = ScriptedTransport(call.response)
        try await call.run(.test(transport))
        let request = try #require(transport.requests.first)
        #expect(transport.requests.count == 1)
        #expect(request.method == call.method)
        #expect(request.url.absoluteString == "https://lock.example.com" + call.target)
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == call.body)
        #expect(request.headers["Authorization"] == call.bearer.map { "Bearer " + $0 })
        #expect(request.headers["Content-Type"] == (call.body == nil ? nil : "application/json; charset=utf-8"))
        #expect(request.timeout == .seconds(10))
    }

    @Test func serverPathIsKeptInRequestURLs() async throws {
        let transport = ScriptedTransport(.json(200, ContractJSONTests.user))
        _ = try await LatchkeyClient.test(transport, server: "http://127.0.0.1:8080/lock/").me(accessToken: "T")
        #expect(transport.requests.first?.url.absoluteString == "http://127.0.0.1:8080/lock/api/auth/me")
    }

    @Test(
        arguments: [
            (["fr-CA"], "fr-CA"), (["pt_PT.UTF-8", "fr@euro", "en"], "pt-PT, fr;q=0.9, en;q=0.8"), ([], nil),
            ([""], nil), (["de\r\nX: y", "é", "nl"], "nl"),
            ((0..<12).map { "l\($0)" }, "l0" + (1..<10).map { ", l\($0);q=0.\(10 - $0)" }.joined()),
        ] as [([String], String?)])
    func theUsersLanguagesAreSentInOrder(languages: [String], header: String?) async throws {
        let transport = ScriptedTransport(.json(200, #"{"mail":true}"#))
        let server = try #require(ServerURL("https://lock.example.com"))
        _ = try await LatchkeyClient(server: server, transport: transport, languages: languages).signInMethods()
        #expect(transport.requests.first?.headers["Accept-Language"] == header)
    }

    @Test func sessionResponseIsDecoded() async throws {
        let session = try await LatchkeyClient.test(ScriptedTransport(.json(200, ContractJSONTests.session)))
            .verifyPasscode("482915", accessToken: "T")
        #expect(session.accessToken == "A")
        #expect(session.refreshToken == "R")
        #expect(session.recoveryKey == "K")
        #expect(session.accessExpiresIn == 900)
        #expect(session.user.passcodeTimeoutMinutes == 15)
    }

    @Test func resetReturnsNewTokensOnlyWithinASession() async throws {
        let inside = try LatchkeyClient.test(ScriptedTransport(.json(200, ContractJSONTests.session)))
        #expect(try await inside.resetPasscode(with: .link(token: "M"), newPasscode: "1", accessToken: "T") != nil)
        let outside = try LatchkeyClient.test(ScriptedTransport(.json(200, "{}")))
        #expect(try await outside.resetPasscode(with: .link(token: "M"), newPasscode: "1", accessToken: "T") == nil)
        let half = try LatchkeyClient.test(ScriptedTransport(.json(200, #"{"refresh_token":"R"}"#)))
        await #expect(throws: APIError.unexpected(status: 200)) {
            try await half.resetPasscode(with: .link(token: "M"), newPasscode: "1")
        }
    }

    @Test func resetWithSignInReturnsASessionOrThrows() async throws {
        let server = try LatchkeyClient.test(ScriptedTransport(.json(200, ContractJSONTests.session)))
        let session = try await server.resetPasscodeAndSignIn(with: .link(token: "M"), newPasscode: "1")
        #expect(session.recoveryKey == "K")
        // A server older than this member replaces the passcode without a sign-in.
        let older = try LatchkeyClient.test(ScriptedTransport(.json(200, "{}")))
        await #expect(throws: APIError.unexpected(status: 200)) {
            try await older.resetPasscodeAndSignIn(with: .link(token: "M"), newPasscode: "1")
        }
    }

    @Test(arguments: ["", ".", "..", "../sessions", "a/b", "a?b", "a#b", "%2e%2e", "é", "1\r\n"])
    func invalidSessionIDIsNotSent(_ id: String) async throws {
        let transport = ScriptedTransport(.status(204))
        let client = try LatchkeyClient.test(transport)
        await #expect(throws: APIError.notFound) { try await client.endSession(id: id, accessToken: "T") }
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "ASVS-4.2.5 token with invalid header characters is not sent",
        arguments: ["", "a b", "a\r\nX: y", "a\u{0}", "é"])
    func tokenWithInvalidHeaderCharactersIsNotSent(_ token: String) async throws {
        let transport = ScriptedTransport(.json(200, ContractJSONTests.user))
        await #expect(throws: APIError.unauthenticated) {
            try await LatchkeyClient.test(transport).me(accessToken: token)
        }
        #expect(transport.requests.isEmpty)
    }
}

@Suite struct ServerURLTests {
    @Test func validServerAddressesAreAccepted() throws {
        for (text, base) in try BackendCases.load().acceptedURLs {
            #expect(ServerURL(text)?.url.absoluteString == base, "\(text)")
        }
        #expect(ServerURL("HTTPS://Lock.Example.com") != nil)
    }

    @Test("NIST-3.1.1.2-24 NIST-5.1-12 ASVS-12.2.1 MASVS-NETWORK-1 an address without https is rejected")
    func anAddressWithoutHttpsIsRejected() throws {
        for text in try BackendCases.load().rejectedURLs { #expect(ServerURL(text) == nil, "\(text)") }
    }
}
