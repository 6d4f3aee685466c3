import Crypto
import Foundation
import IdentityTestSupport
import LatchkeyEncoding
import Testing

@testable import LatchkeyIdentity

/// Header and signature of tokens (RFC 7515, RFC 8725).
struct SignatureTests {
    private let provider: TestProvider

    init() throws { provider = try TestProvider() }

    private func rejected(_ text: String) async -> IdentityError? {
        let client = provider.client
        return await rejection { () async throws(IdentityError) in try await client.validateIDToken(text) }
    }

    private func rejected(_ token: TestToken, by key: TestKey = .rsa) async throws -> IdentityError? {
        await rejected(try token.signed(by: key))
    }

    @Test(
        "ASVS-11.4.3 ASVS-11.6.1 each listed algorithm verifies with its key",
        arguments: [
            (TestKey.rsa, ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]), (.p256, ["ES256"]),
            (.p384, ["ES384"]), (.p521, ["ES512"]), (.ed25519, ["EdDSA"]),
        ])
    func eachListedAlgorithmVerifiesWithItsKey(_ key: TestKey, _ algorithms: [String]) async throws {
        provider.setKeys([key.jwk.named("k1")])
        for algorithm in algorithms {
            #expect(try await rejected(provider.idToken.with(header: ["alg": algorithm]), by: key) == nil)
            let other = try provider.idToken.with(header: ["alg": algorithm], claims: ["sub": "eve"]).signed(by: key)
            let text = try provider.idToken.with(header: ["alg": algorithm]).signed(by: key)
            let parts = (text.split(separator: "."), other.split(separator: "."))
            #expect(await rejected("\(parts.0[0]).\(parts.1[1]).\(parts.0[2])") == .rejected(.signature))
        }
    }

    @Test(
        "ASVS-9.1.2 any other algorithm is rejected",
        arguments: [
            "none", "None", "NONE", "nOnE", "HS256", "HS384", "HS512", "rs256", "RS1", "", "ES256K", "A256GCM",
        ])
    func anyOtherAlgorithmIsRejected(_ algorithm: String) async throws {
        let token = provider.idToken.with(header: ["alg": algorithm])
        let part = try TestToken.encode(token.headerText) + "." + TestToken.encode(token.claimsText)
        #expect(await rejected(part + ".") == .rejected(.algorithm))
        #expect(await rejected(part) == .rejected(.malformed))
        #expect(try await rejected(token) == .rejected(.algorithm))
        // The public key as a shared secret of HS256.
        for key in [TestKey.rsa.pem, TestKey.rsa.pem + "\n", try json(TestKey.rsa.jwk)] {
            let code = HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: SymmetricKey(data: Data(key.utf8)))
            #expect(await rejected(part + "." + Base64Text.encode(Array(code), as: .url)) == .rejected(.algorithm))
        }
        #expect(provider.questionsForKeys == 0)
    }

    @Test("ASVS-6.8.2 a token without an algorithm is rejected")
    func aTokenWithoutAnAlgorithmIsRejected() async throws {
        #expect(try await rejected(provider.idToken.with(header: ["alg": nil as String?])) == .rejected(.algorithm))
        #expect(try await rejected(provider.idToken.with(header: ["alg": ["RS256"]])) == .rejected(.algorithm))
    }

    @Test("ASVS-9.1.2 a key verifies only its own algorithm")
    func aKeyVerifiesOnlyItsOwnAlgorithm() async throws {
        provider.setKeys([TestKey.rsa.jwk.named("k1", ["alg": "PS256"])])
        #expect(try await rejected(provider.idToken.with(header: ["alg": "PS256"])) == nil)
        #expect(try await rejected(provider.idToken) == .rejected(.unknownKey))
    }

    @Test func eachTokenIsVerifiedWithItsOwnAlgorithm() async throws {
        for algorithm in ["RS256", "PS512", "RS384", "RS256"] {
            #expect(try await rejected(provider.idToken.with(header: ["alg": algorithm])) == nil)
        }
    }

    @Test("ASVS-6.8.2 ASVS-9.1.1 a token of one key is invalid for another")
    func aTokenOfOneKeyIsInvalidForAnother() async throws {
        provider.setKeys([TestKey.rsa.jwk.named("k1"), TestKey.otherRSA.jwk.named("k2")])
        #expect(try await rejected(provider.idToken.with(header: ["kid": "k2"]), by: .otherRSA) == nil)
        #expect(try await rejected(provider.idToken.with(header: ["kid": "k2"])) == .rejected(.signature))
        #expect(try await rejected(provider.idToken, by: .otherRSA) == .rejected(.signature))
    }

    @Test(arguments: [#"["exp"]"#, "[]", "null", #"["b64"]"#, #""exp""#])
    func tokenWithCriticalHeaderParametersIsRejected(_ critical: String) async throws {
        let header = #"{"alg":"RS256","kid":"k1","crit":\#(critical),"b64":true,"exp":1}"#
        let token = try TestToken.signed(header: header, claims: provider.idToken.claimsText)
        #expect(await rejected(token) == .rejected(.critical))
    }

    @Test(
        "ASVS-1.3.6 ASVS-9.1.3 a key inside the token is ignored", arguments: ["jwk", "jku", "x5u", "x5c"])
    func aKeyInsideTheTokenIsIgnored(_ name: String) async throws {
        let values: [String: any Sendable] = [
            "jwk": TestKey.otherRSA.jwk, "jku": "https://login.example/token", "x5u": "https://login.example/token",
            "x5c": ["MII"],
        ]
        let token = provider.idToken.with(header: [name: values[name]])
        #expect(try await rejected(token, by: .otherRSA) == .rejected(.signature))
        #expect(try await rejected(token) == nil)
        let issuer = TestProvider.issuer
        let known = [issuer + "/.well-known/openid-configuration", "https://login.example/keys"]
        #expect(Set(provider.requests.map(\.url)) == Set(known))
    }

    @Test func duplicateMemberIsRejected() async throws {
        let (header, claims) = (try provider.idToken.headerText, try provider.idToken.claimsText)
        for member in [#""alg":"RS256""#, #""kid":"k1""#, #""k\u0069d":"k1""#, #""x":1,"x":1"#] {
            let token = try TestToken.signed(header: "{\(member),\(header.dropFirst())", claims: claims)
            #expect(await rejected(token) == .rejected(.malformed))
        }
        for member in [#""sub":"eve""#, #""s\u0075b":"eve""#, #""aud":"app""#, #""x":{"y":1,"y":2}"#] {
            for text in ["{\(member),\(claims.dropFirst())", "\(claims.dropLast()),\(member)}"] {
                #expect(await rejected(try TestToken.signed(header: header, claims: text)) == .rejected(.malformed))
            }
        }
    }

    @Test func claimsMustBeOneJSONObject() async throws {
        let claims = try provider.idToken.claimsText
        for text in ["", "[]", "null", "\u{FEFF}\(claims)", claims + "x", claims.dropLast() + ",}"] {
            let token = try TestToken.signed(header: provider.idToken.headerText, claims: String(text))
            #expect(await rejected(token) == .rejected(.malformed))
        }
    }

    @Test func nonCanonicalTokenEncodingIsRejected() async throws {
        let parts = try provider.idToken.signed().split(separator: ".").map { String($0) }
        for index in 0..<3 {
            for part in ["\(parts[index])=", "\(parts[index])==", " \(parts[index])", "\(parts[index])\n", "*"] {
                var others = parts
                others[index] = part
                #expect(await rejected(others.joined(separator: ".")) == .rejected(.malformed))
            }
        }
        #expect(await rejected(parts.joined(separator: ".") + ".") == .rejected(.malformed))
        #expect(await rejected(parts[0] + "." + parts[1]) == .rejected(.malformed))
        #expect(await rejected("." + parts[1] + "." + parts[2]) == .rejected(.malformed))
        #expect(await rejected("") == .rejected(.malformed))
        #expect(await rejected(parts[0] + "." + parts[1] + ".") == .rejected(.signature))
    }

    @Test func tokenOver16KiBIsRejected() async throws {
        func token(_ count: Int) throws -> String {
            try provider.idToken.with(claims: ["groups": String(repeating: "g", count: count)]).signed()
        }
        var count = 11_000
        while try token(count + 3).utf8.count <= 16_384 { count += 3 }
        #expect(try token(count).utf8.count > 16_380)
        #expect(await rejected(try token(count)) == nil)
        #expect(await rejected(try token(count + 3)) == .rejected(.tooLong))
        #expect(await rejected(String(repeating: "a", count: 16_385)) == .rejected(.tooLong))
    }

    @Test func tokenDigestIsIndependentOfTheSignaturesForm() async throws {
        provider.setKeys([TestKey.p256.jwk.named("k1")])
        let text = try provider.idToken.with(header: ["alg": "ES256"]).signed(by: .p256)
        let parts = text.split(separator: ".").map { String($0) }
        let signature = try #require(Base64Text.decode(parts[2], as: .url))
        // The order of P-256 (FIPS 186-5, SP 800-186 3.2.1.3): s and n − s are both valid.
        let order = try #require(
            Base64Text.decode("/////wAAAAD//////////7zm+q2nF56E87nKwvxjJVE=", as: .padded))
        var (other, borrow) = (signature, 0)
        for index in stride(from: 31, through: 0, by: -1) {
            let difference = Int(order[index]) - Int(signature[32 + index]) - borrow
            other[32 + index] = UInt8(truncatingIfNeeded: difference)
            borrow = difference < 0 ? 1 : 0
        }
        let second = "\(parts[0]).\(parts[1])." + Base64Text.encode(other, as: .url)
        #expect(second != text)
        let client = provider.client
        #expect(try await client.validateIDToken(text).tokenDigest == client.validateIDToken(second).tokenDigest)
    }
}
