import Foundation
import HTTPTypes
import IdentityTestSupport
import LatchkeyAPI
import Logging
import Testing

@testable import LatchkeyServer

/// Log messages of sign-in attempts with the provider.
@Suite struct ProviderLogTests {
    @Test("V10 no secret of sign-in, logout or reset is logged")
    func noSecretOfSignInLogoutOrResetIsLogged() async throws {
        let lines = Shared<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        try await TestServer.runWithProvider(
            ["LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection], logger: logger
        ) {
            server, provider in
            var secrets = ["hunter2", "ann-1", "ann@example.com", "s7-of-ann"]
            func note(_ way: ProviderRedirect) {
                secrets += ["state", "nonce", "code_challenge"].compactMap { way.query[$0] }
                secrets.append(String(way.cookie.drop { $0 != "=" }.dropFirst()))
            }
            // A successful attempt, a repeated response, one of another state, and provider errors.
            let way = try await server.goOut("?next=/tickets")
            note(way)
            let claims: [String: (any Sendable)?] = ["sid": "s7-of-ann"]
            let query = "code=hunter2-code&state=\(way.query["state"] ?? "")"
            let back = try await server.comeBack(way, provider, query: query, claims: claims)
            #expect(back.status == 303)
            #expect(try await server.comeBack(way, provider, query: query, claims: claims).status == 303)
            #expect(try await server.comeBack(way, provider, query: "code=hunter2&state=hunter2").status == 400)
            let rejected = try await server.goOut()
            note(rejected)
            let error = "error=access_denied&error_description=hunter2&state=\(rejected.query["state"] ?? "")"
            #expect(try await server.comeBack(rejected, provider, query: error).status == 400)
            let session = try #require(back.cookie)
            secrets.append(session)
            let set = try await server.post(
                "/api/auth/set-passcode", #"{"passcode":"\#(TestServer.passcode)"}"#, cookie: session)
            // A browser reset by another user and by the right one, and one of an app.
            let (wrong, right) = (
                try await server.goOutToReset(set.cookie ?? ""), try await server.goOutToReset(set.cookie ?? "")
            )
            note(wrong)
            note(right)
            let bob: [String: (any Sendable)?] = ["sub": "hunter2-bob", "jti": "t2"]
            #expect(try await server.comeBack(wrong, provider, claims: bob).status == 400)
            let proven = try await server.comeBack(right, provider, claims: ["jti": "t3"])
            #expect(proven.status == 303)
            let proofs = proven.headers[values: .setCookie].filter { $0.hasPrefix(ProviderResetCookie.name) }
            secrets += proofs.map { String($0.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst()) }
            var tokens = [try server.idToken(provider), try server.idToken(provider, ["auth_time": 1.0])]
            for (token, status) in zip(tokens, [200, 400]) {
                let body =
                    #"{"subject_token":"\#(token)","subject_token_type":"urn:ietf:params:oauth:token-type:id_token","#
                    + #""new_passcode":"580293","transport":"bearer"}"#
                #expect(try await server.post("/api/auth/reset-passcode", body).status == status)
            }
            // A logout, a repeated one, and an invalid one.
            let now = Double(server.clock.now.seconds)
            let own: [String: (any Sendable)?] = ["iat": now, "exp": now + 120, "jti": "hunter2-logout"]
            tokens.append(try provider.logoutToken.with(claims: own).signed())
            tokens.append(try provider.logoutToken.with(claims: own.merging(["events": nil]) { $1 }).signed())
            for (token, status) in zip([tokens[2], tokens[2], tokens[3]], [200, 400, 400]) {
                #expect(try await server.logOut("logout_token=" + token).status == status)
            }
            // The provider is down, at the start and at the end of an attempt.
            let late = try await server.goOut()
            note(late)
            provider.setDown(true)
            #expect(try await server.comeBack(late, provider).status == 503)
            let text = lines.value.joined(separator: "\n")
            for reason in ["state", "provider", "authenticationTime", "events"] {
                #expect(text.contains("reason=\(reason)"), "\(reason)")
            }
            for token in tokens {
                for part in token.split(separator: ".") { #expect(!text.contains(part)) }
            }
            for secret in secrets where !secret.isEmpty { #expect(!text.contains(secret), "\(secret)") }
        }
    }

    @Test func aRejectedSignInIsOneWarningPerReason() async throws {
        let lines = Shared<[String]>([])
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        try await TestServer.runWithProvider(logger: logger) { server, provider in
            let now = Double(server.clock.now.seconds)
            let cases: [([String: (any Sendable)?], String)] = [
                (["iat": now + 90], "reason=issueTime"), (["nonce": "other"], "reason=nonce"),
                (["aud": ["pages", "desk"], "azp": "pages"], "audience=desk"),
                (["email": nil], "reason=noVerifiedAddress"),
                (["email": "jos\u{E9}@example.com"], "reason=unusableAddress"),
            ]
            for (index, (claims, text)) in cases.enumerated() {
                for attempt in 0..<2 {
                    let claims = claims.merging(["jti": "\(index)-\(attempt)"]) { $1 }
                    _ = try await server.comeBack(server.goOut(), provider, claims: claims)
                }
                let told = lines.value.filter { $0.contains(text) }
                #expect(told.count == 1 && told.allSatisfy { $0.hasPrefix("warning") }, "\(text) \(told)")
            }
            let way = try await server.goOut()
            let error = "error=invalid_scope&state=\(way.query["state"] ?? "")"
            _ = try await server.comeBack(way, provider, query: error)
            #expect(lines.value.contains { $0.contains("error=invalid_scope") })
            provider.setExchangeStatus(401)
            provider.set("/token", ["error": "invalid_client"])
            #expect(try await server.comeBack(server.goOut(), provider).status == 503)
            #expect(lines.value.contains { $0.contains("LATCHKEY_IDENTITY_CLIENT_SECRET") })
            #expect(!lines.value.contains { $0.contains("example.com") })
        }
    }
}
