import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Introspection by a team's backend (RFC 7662).
@Suite struct IntrospectionTests {
    @Test("ASVS-8.3.3 an unlocked session is active, with user and passcode time")
    func anUnlockedSessionIsActiveWithUserAndPasscodeTime() async throws {
        try await TestServer.run(environment: Self.environment) { server in
            let signedIn = try await server.signIn()
            let user = try await server.account().id
            var told = try await server.introspect(signedIn.accessToken)
            #expect(told.active && told.locked == false && told.userID == user && told.email == "ann@example.com")
            #expect(told.contextClass == nil && told.authenticationTime == nil)
            server.clock.advance(by: .seconds(5))
            let session = try await server.setPasscode(signedIn)
            let given = server.clock.now
            server.clock.advance(by: .minutes(1))
            told = try await server.introspect(session.accessToken)
            #expect(told.contextClass == "urn:latchkey:passcode" && told.authenticationTime == given.seconds)
            #expect(told.expirationTime == (given + .minutes(15)).seconds)
        }
    }

    @Test func aCookiesValueIsIntrospectedLikeAnAccessToken() async throws {
        try await TestServer.run(environment: Self.environment) { server in
            let cookie = try await server.signInPageWithPasscode()
            #expect(try await server.introspect(cookie).contextClass == TokenIntrospection.passcode)
        }
    }

    @Test("V13 NIST-5.1.2-1 a locked session is inactive")
    func aLockedSessionIsInactive() async throws {
        try await TestServer.run(environment: Self.environment) { server in
            let first = try await server.signIn()
            let session = try await server.setPasscode(first)
            let locked = TokenIntrospection(locked: true)
            #expect(try await server.introspect(first.accessToken) == locked)
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            #expect(try await server.introspect(session.accessToken) == locked)
            let cookie = try await server.signInPageWithPasscode("bob@example.com")
            server.clock.advance(by: .minutes(15) - .milliseconds(1))
            #expect(try await server.introspect(cookie).active)
            // The introspection restarted the timeout.
            server.clock.advance(by: .minutes(15) - .milliseconds(1))
            #expect(try await server.introspect(cookie).active)
            server.clock.advance(by: .minutes(15))
            #expect(try await server.introspect(cookie) == locked)
        }
    }

    @Test func anInvalidTokenRevealsNothing() async throws {
        try await TestServer.run(environment: Self.environment) { server in
            let session = try await server.signInWithPasscode()
            for token in ["", "x", session.refreshToken, String(repeating: "a", count: 4000)] {
                #expect(try await server.introspect(token) == TokenIntrospection())
            }
            server.clock.advance(by: .minutes(14))
            #expect(try await server.introspect(session.accessToken).active)
            server.clock.advance(by: .minutes(1))
            #expect(try await server.introspect(session.accessToken) == TokenIntrospection())
        }
    }

    @Test("NIST-5.1.2-1 passcode time is absent if disabled and capped at now")
    func passcodeTimeIsAbsentIfDisabledAndCappedAtNow() async throws {
        try await TestServer.run(environment: Self.environment) { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .seconds(-60))
            #expect(try await server.introspect(session.accessToken).authenticationTime == server.clock.now.seconds)
            server.clock.advance(by: .seconds(60))
            _ = try await server.changeSettings(
                #"{"passcode_enabled":false,"current_passcode":"739105"}"#, session)
            let told = try await server.introspect(session.accessToken)
            #expect(told.active && told.contextClass == nil && told.authenticationTime == nil)
        }
    }

    @Test(
        "ASVS-10.4.10 ASVS-12.3.5 ASVS-13.2.3 introspection requires the secret and the setting")
    func introspectionRequiresTheSecretAndTheSetting() async throws {
        try await TestServer.run(environment: Self.environment) { server in
            let token = try await server.signIn().accessToken
            let wrong = "Basic \(Data("app:wrong".utf8).base64EncodedString())"
            for header in [nil, wrong, "Bearer \(token)", "Basic ask"] {
                let response = try await server.ask("token=\(token)", authorization: header)
                #expect(response.status == 401 && response.headers[.wwwAuthenticate] == #"Basic realm="introspection""#)
            }
        }
        try await TestServer.run { server in
            let response = try await server.ask("token=x", authorization: Self.login)
            #expect(response.status == 404)
        }
    }

    @Test("ASVS-14.2.1 ASVS-15.3.7 the body is a form with one token")
    func theBodyIsAFormWithOneToken() async throws {
        try await TestServer.run(environment: Self.environment) { server in
            let token = try await server.signIn().accessToken
            let encoded = token.utf8.map { String(format: "%%%02X", $0) }.joined()
            let body = "token_type_hint=access_token&token=\(encoded)&x=%zz"
            #expect(try await server.ask(body, authorization: Self.login).status == 200)
            #expect(try await server.ask(body, authorization: Self.login).text.contains(#""active":true"#))
            for body in [
                "", "token", "tokens=\(token)", "token=\(token)&token=\(token)", "token=%zz", "token=\(token)&token",
                "token=\(token)&token=", "token=\(token)&token=%zz", "token=\(token)&to%6Ben=x",
                "token=%zz&token=\(token)",
            ] {
                let response = try await server.ask(body, authorization: Self.login)
                #expect(response.problem == "invalid-request" && response.text.contains("/token"), "\(body)")
            }
            let json = try await server.send(
                .post, "/api/auth/introspect", #"{"token":"x"}"#, headers: ["Authorization": Self.login])
            #expect(json.status == 415)
        }
    }

    @Test func outdatedPasscodeReturnsAnRFC9470Challenge() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            server.clock.advance(by: .seconds(61))
            let response = try await server.get("/api/auth/gate?max_age=60", bearer: session.accessToken)
            let challenge = try #require(response.headers[.wwwAuthenticate])
            #expect(challenge.hasPrefix(#"Bearer error="insufficient_user_authentication", error_description=""#))
            #expect(challenge.hasSuffix(#"", max_age="60""#))
            _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
            let locked = try await server.get("/api/auth/gate?max_age=60", bearer: session.accessToken)
            #expect(locked.headers[.wwwAuthenticate] == "Bearer")
        }
    }

    @Test(arguments: 0..<256)
    func introspectionResponseEqualsTheJSONEncodersOutput(_ members: Int) throws {
        func member<Value>(_ bit: Int, _ value: Value) -> Value? { members & 1 << bit == 0 ? nil : value }
        let told = TokenIntrospection(
            active: members.isMultiple(of: 3), locked: member(0, true), passcodeRequired: member(1, true),
            userID: member(2, "0190-a\"\\/b"), email: member(3, "zoë@example.com"),
            contextClass: member(4, TokenIntrospection.passcode), authenticationTime: member(5, 1_763_920_000),
            expirationTime: member(6, .max),
            identity: member(7, .init(issuer: "https://login.example/desk", subject: "ada <1>")))
        let expected = try WireFormat.makeEncoder().encode(told)
        #expect(APIResponse(told).body == expected)
        #expect(try APIResponse.json(told).contentType == APIResponse(told).contentType)
    }

    private static let environment = ["LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection]
    fileprivate static let login = CallerSecret.login(CallerSecret.introspection)
}

extension TestServer {
    fileprivate func ask(_ form: String, authorization: String?) async throws -> TestResponse {
        var headers = ["Content-Type": "application/x-www-form-urlencoded"]
        headers["Authorization"] = authorization
        return try await send(.post, "/api/auth/introspect", form, headers: headers)
    }

    func introspect(_ token: String) async throws -> TokenIntrospection {
        let response = try await ask("token=\(token)", authorization: IntrospectionTests.login)
        #expect(response.status == 200)
        return try WireFormat.makeDecoder().decode(TokenIntrospection.self, from: response.body)
    }
}
