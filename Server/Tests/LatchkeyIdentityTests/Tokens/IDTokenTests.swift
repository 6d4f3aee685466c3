import Foundation
import IdentityTestSupport
import LatchkeyEncoding
import Testing

@testable import LatchkeyIdentity

/// ID tokens of apps (OpenID Connect Core 1.0, 3.1.3.7).
struct IDTokenTests {
    private let provider: TestProvider

    init() throws { provider = try TestProvider() }

    private func rejected(_ token: TestToken) async throws -> IdentityError? {
        let (client, text) = (provider.client, try token.signed())
        return await rejection { () async throws(IdentityError) in try await client.validateIDToken(text) }
    }

    @Test func validIDTokenReturnsTheUser() async throws {
        let person = try await provider.client.validateIDToken(provider.idToken.signed())
        #expect(person.issuer == TestProvider.issuer)
        #expect(person.subject == "ann-1")
        #expect(person.email == "ann@example.com")
        #expect(person.name == "Ann")
        #expect(person.sid == "s1")
        #expect(person.authTime == provider.time.now - 30)
        #expect(person.tokenDigest.count == 32)
        #expect(person.expiresAt == provider.time.now + 300)
    }

    @Test("ASVS-9.2.1 a token expires at its expiration time")
    func aTokenExpiresAtItsExpirationTime() async throws {
        let token = provider.idToken.with(claims: ["exp": provider.now + 10])
        #expect(try await provider.client.validateIDToken(token.signed()).expiresAt == provider.time.now + 70)
    }

    @Test(
        "ASVS-6.8.1 the issuer is compared byte by byte",
        arguments: [
            TestProvider.issuer + "/", "https://login.example/kiosk", "https://login.example/\u{212A}iosk",
            "http://login.example/Kiosk", "", "https://evil.example",
        ])
    func theIssuerIsComparedByteByByte(_ issuer: String) async throws {
        #expect(try await rejected(provider.idToken.with(claims: ["iss": issuer])) == .rejected(.issuer))
    }

    @Test func tokenWithoutAnIssuerIsRejected() async throws {
        #expect(try await rejected(provider.idToken.with(claims: ["iss": nil as String?])) == .rejected(.issuer))
    }

    @Test(
        "ASVS-9.2.3 ASVS-10.5.4 a token for another audience is rejected",
        arguments: [["other"], [""], ["pages"], ["App"], ["\u{212A}iosk"], ["trusted"], []])
    func aTokenForAnotherAudienceIsRejected(_ audiences: [String]) async throws {
        let token = provider.idToken.with(claims: ["aud": audiences, "azp": "app"])
        #expect(try await rejected(token) == .rejected(.audience))
    }

    @Test func aFurtherAudienceIsRejectedUnlessTrusted() async throws {
        func token(_ other: String) -> TestToken {
            provider.idToken.with(claims: ["aud": ["app", other], "azp": "app"])
        }
        #expect(try await rejected(token("other")) == .rejected(.untrustedAudience("other")))
        #expect(try await rejected(token("o\nther")) == .rejected(.untrustedAudience("?")))
        #expect(try await rejected(token("trusted")) == nil)
        // A trusted audience is not a client of this server.
        let foreign = provider.idToken.with(claims: ["aud": ["app", "trusted"], "azp": "trusted"])
        #expect(try await rejected(foreign) == .rejected(.authorizedParty))
    }

    @Test func tokenWithoutAnAudienceIsRejected() async throws {
        #expect(try await rejected(provider.idToken.with(claims: ["aud": nil as String?])) == .rejected(.audience))
    }

    @Test func severalAudiencesRequireOurClientAsAuthorizedParty() async throws {
        let token = provider.idToken.with(claims: ["aud": ["app", "pages"]])
        #expect(try await rejected(token) == .rejected(.authorizedParty))
        #expect(try await rejected(token.with(claims: ["azp": "other"])) == .rejected(.authorizedParty))
        #expect(try await rejected(token.with(claims: ["azp": "app"])) == nil)
    }

    @Test(
        "ASVS-10.5.4 a token of another client is rejected despite its audience",
        arguments: ["evil", "", "App", "app ", "\u{212A}iosk", TestProvider.issuer])
    func aTokenOfAnotherClientIsRejectedDespiteItsAudience(_ party: String) async throws {
        for audience in ["app", ["app"]] as [any Sendable] {
            let token = provider.idToken.with(claims: ["aud": audience, "azp": party])
            #expect(try await rejected(token) == .rejected(.authorizedParty))
        }
    }

    @Test func azpIsOptionalWithOneAudienceAndMustBeOurs() async throws {
        // Google's `azp` is the app and its `aud` is the server, so the app is one of the audiences.
        for party in ["app", "pages", nil] {
            let token = provider.idToken.with(claims: ["aud": "app", "azp": party])
            #expect(try await rejected(token) == nil, "\(party ?? "none")")
        }
        for malformed in [["app"], 1, true] as [any Sendable] {
            #expect(try await rejected(provider.idToken.with(claims: ["azp": malformed])) == .rejected(.malformed))
        }
    }

    @Test(
        "ASVS-9.2.1 the clock may differ by a minute",
        arguments: [("exp", -60.0, true), ("exp", -61, false), ("nbf", 60, true), ("nbf", 61, false)])
    func theClockMayDifferByAMinute(_ claim: String, _ seconds: Double, _ counts: Bool) async throws {
        let error = try await rejected(provider.idToken.with(claims: [claim: provider.now + seconds]))
        #expect(error == (counts ? nil : .rejected(claim == "exp" ? .expired : .notYetValid)))
    }

    @Test(arguments: [(60.0, true), (61, false), (-300, true), (-301, false)])
    func tokenIssuedOverFiveMinutesAgoIsRejected(_ seconds: Double, _ counts: Bool) async throws {
        let error = try await rejected(provider.idToken.with(claims: ["iat": provider.now + seconds]))
        #expect(error == (counts ? nil : .rejected(.issueTime)))
    }

    @Test(arguments: [("exp", IdentityError.Reason.expired), ("iat", .issueTime), ("sub", .subject)])
    func tokenWithoutARequiredClaimIsRejected(_ claim: String, _ reason: IdentityError.Reason) async throws {
        #expect(try await rejected(provider.idToken.with(claims: [claim: nil as String?])) == .rejected(reason))
    }

    @Test(arguments: ["", "ann\u{212A}", "a\nb", String(repeating: "a", count: 256)])
    func invalidOrOverlongSubjectIsRejected(_ subject: String) async throws {
        #expect(try await rejected(provider.idToken.with(claims: ["sub": subject])) == .rejected(.subject))
    }

    @Test func subjectOf255CharactersIsAccepted() async throws {
        let token = provider.idToken.with(claims: ["sub": String(repeating: "a", count: 255)])
        #expect(try await rejected(token) == nil)
    }

    @Test(
        "ASVS-15.3.5 a claim of another type is rejected",
        arguments: ["iss", "sub", "aud", "exp", "iat", "nbf", "auth_time", "sid"])
    func aClaimOfAnotherTypeIsRejected(_ claim: String) async throws {
        for value in [true, ["x": 1], [1], claim == "exp" ? "1" : -1] as [any Sendable] {
            #expect(try await rejected(provider.idToken.with(claims: [claim: value])) == .rejected(.malformed))
        }
    }

    @Test func timeOutOfRangeIsRejected() async throws {
        let claims = try provider.idToken.claimsText.replacing(/"exp":[0-9]+/, with: #""exp":1e400"#)
        let token = try TestToken.signed(header: provider.idToken.headerText, claims: claims)
        let client = provider.client
        let error = await rejection { () async throws(IdentityError) in try await client.validateIDToken(token) }
        #expect(error == .rejected(.malformed))
    }

    @Test(arguments: [false, "false", "True", 1, [true]] as [any Sendable])
    func unverifiedEmailIsIgnored(_ isVerified: any Sendable) async throws {
        let token = provider.idToken.with(claims: ["email_verified": isVerified])
        #expect(try await provider.client.validateIDToken(token.signed()).email == nil)
    }

    @Test func emailWithoutAVerificationClaimIsIgnored() async throws {
        let token = provider.idToken.with(claims: ["email_verified": nil as Bool?])
        #expect(try await provider.client.validateIDToken(token.signed()).email == nil)
    }

    @Test func verificationClaimMayBeAString() async throws {
        let token = provider.idToken.with(claims: ["email_verified": "true"])
        #expect(try await provider.client.validateIDToken(token.signed()).email == "ann@example.com")
    }

    @Test(arguments: [true, "true", 1, "1"] as [any Sendable])
    func verifiedDomainOwnerVerifiesTheEmail(_ isVerified: any Sendable) async throws {
        let token = provider.idToken.with(claims: ["email_verified": nil as Bool?, "xms_edov": isVerified])
        #expect(try await provider.client.validateIDToken(token.signed()).email == "ann@example.com")
    }

    @Test(arguments: [false, "false", "0", 2, [true]] as [any Sendable])
    func unverifiedDomainOwnerDoesNotVerifyTheEmail(_ isVerified: any Sendable) async throws {
        let token = provider.idToken.with(claims: ["email_verified": nil as Bool?, "xms_edov": isVerified])
        #expect(try await provider.client.validateIDToken(token.signed()).email == nil)
    }

    @Test(arguments: [false, "1", 1] as [any Sendable])
    func verifiedDomainOwnerDoesNotOverrideUnverifiedEmail(_ isVerified: any Sendable) async throws {
        let token = provider.idToken.with(claims: ["email_verified": isVerified, "xms_edov": true])
        #expect(try await provider.client.validateIDToken(token.signed()).email == nil)
    }

    @Test func malformedNameAndEmailAreIgnored() async throws {
        let long = String(repeating: "a", count: 255)
        for text in ["", "Ann\r\nBcc: eve@example.com", long] {
            let token = provider.idToken.with(claims: ["name": text, "email": text])
            let person = try await provider.client.validateIDToken(token.signed())
            #expect(person.name == nil)
            #expect(person.email == nil)
        }
    }

    @Test func authenticationOlderThanTheLimitIsDetected() async throws {
        let person = try await provider.client.validateIDToken(provider.idToken.signed())
        let asked = provider.time.now - 30
        #expect(person.isAuthenticated(within: .seconds(300), at: asked + 300))
        #expect(!person.isAuthenticated(within: .seconds(300), at: asked + 301))
        #expect(person.isAuthenticated(within: .seconds(300), at: asked - 60))
        #expect(!person.isAuthenticated(within: .seconds(300), at: asked - 61))
        let token = provider.idToken.with(claims: ["auth_time": nil as Double?])
        let unknown = try await provider.client.validateIDToken(token.signed())
        #expect(!unknown.isAuthenticated(within: .seconds(300), at: provider.time.now))
    }

    @Test func descriptionsAndDumpsContainNoTokenData() async throws {
        let token = try provider.idToken.signed()
        let person = try await provider.client.validateIDToken(token)
        let notice = try await provider.client.validateLogoutToken(provider.logoutToken.signed())
        let values: [any Sendable] = [
            person, notice, try SignedToken(token), provider.provider, ProviderRequest(url: "x", form: "ann-1"),
        ]
        for value in values {
            var text = "\(value)" + String(reflecting: value)
            dump(value, to: &text)
            for secret in ["ann", "s e:cret", "l1", token] { #expect(!text.contains(secret)) }
        }
    }
}
