import IdentityTestSupport
import LatchkeyEncoding
import Testing

@testable import LatchkeyIdentity

/// Selection of signing keys from a key set.
struct JWKSetTests {
    /// Whether the key verifies a token with its name.
    private func counts(_ key: [String: any Sendable], _ algorithm: SignatureAlgorithm = .rs256) async throws -> Bool {
        let keys: [[String: any Sendable]] = [TestKey.ed25519.jwk.named("other"), key]
        let text = try json(["keys": keys])
        let document = try #require(StrictJSON.value(of: text.utf8)?.object)
        return try !JWKSet(document).keys(for: algorithm, keyID: "k1").isEmpty
    }

    private func rejected(_ text: String) async throws -> IdentityError? {
        let document = try #require(StrictJSON.value(of: text.utf8)?.object)
        return await rejection { () async throws(IdentityError) in try JWKSet(document) }
    }

    @Test func signatureKeyIsAccepted() async throws {
        let key = TestKey.rsa.jwk
        #expect(try await counts(key.named("k1")))
        #expect(try await counts(key.named("k1", ["use": "sig", "key_ops": ["verify"], "alg": "RS256"])))
        #expect(try await counts(key.named("k1", ["x5c": ["MII"], "x5t": "x", "ext": true, "x-more": [1]])))
    }

    @Test(
        arguments: [
            ["use": "enc"], ["use": 1], ["key_ops": ["encrypt"]], ["key_ops": "verify"], ["alg": "RSA-OAEP"],
            ["alg": "HS256"], ["alg": "ES256"], ["alg": "none"], ["alg": 1], ["kty": "EC"], ["kty": "oct"],
            ["kty": "rsa"], ["d": "AQAB"], ["n": "AQAB"], ["n": ""], ["e": "AQ"], ["e": "AA"], ["e": "BA"], ["e": ""],
            ["e": "AQAB="], ["e": "AQABAQABAQAB"], ["kid": 1],
        ] as [[String: any Sendable]])
    func unsuitableOrMalformedKeyIsIgnored(_ members: [String: any Sendable]) async throws {
        #expect(try await !counts(TestKey.rsa.jwk.named("k1").merging(members) { $1 }))
    }

    @Test func symmetricKeyIsIgnored() async throws {
        let key: [String: any Sendable] = ["kty": "oct", "k": "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0", "alg": "HS256"]
        #expect(try await !counts(key.named("k1")))
    }

    @Test(
        "ASVS-11.2.3 an RSA key has 2048 to 8192 bits",
        arguments: [(255, false), (256, true), (1024, true), (1025, false)])
    func anRSAKeyHas2048To8192Bits(_ bytes: Int, _ isOne: Bool) async throws {
        let modulus = [UInt8](repeating: 0xFF, count: bytes)
        let key: [String: any Sendable] = ["kty": "RSA", "n": Base64Text.encode(modulus, as: .url), "e": "AQAB"]
        #expect(try await counts(key.named("k1")) == isOne)
    }

    @Test("ASVS-11.6.1 an elliptic curve point must match its curve")
    func anEllipticCurvePointMustMatchItsCurve() async throws {
        let key = TestKey.p256.jwk
        #expect(try await counts(key.named("k1"), .es256))
        #expect(try await !counts(key.named("k1"), .es384))
        for other in ["P-384", "p-256", "secp256k1"] {
            #expect(try await !counts(key.named("k1", ["crv": other]), .es256))
            #expect(try await !counts(key.named("k1", ["crv": other]), .es384))
        }
        // The same bytes, split elsewhere.
        let (x, y) = (try coordinate("x"), try coordinate("y"))
        let cut: [String: any Sendable] = [
            "x": Base64Text.encode(x + y.prefix(1), as: .url), "y": Base64Text.encode(Array(y.dropFirst()), as: .url),
        ]
        #expect(try await !counts(key.named("k1", cut), .es256))
        // A point off the curve.
        let off = Base64Text.encode([UInt8](repeating: 1, count: 32), as: .url)
        #expect(try await !counts(key.named("k1", ["x": off, "y": off]), .es256))
    }

    private func coordinate(_ name: String) throws -> [UInt8] {
        try #require((TestKey.p256.jwk[name] as? String).flatMap { Base64Text.decode($0, as: .url) })
    }

    @Test func edDSAKeyMustBeEd25519With32Bytes() async throws {
        let key = TestKey.ed25519.jwk
        #expect(try await counts(key.named("k1"), .eddsa))
        #expect(try await !counts(key.named("k1", ["crv": "Ed448"]), .eddsa))
        #expect(try await !counts(key.named("k1", ["crv": "X25519"]), .eddsa))
        #expect(try await !counts(key.named("k1", ["x": "AAAA"]), .eddsa))
    }

    @Test func setWithoutUsableKeysIsTreatedAsAnOutage() async throws {
        #expect(try await rejected(#"{}"#) == .unavailable(.document("keys")))
        #expect(try await rejected(#"{"keys":{}}"#) == .unavailable(.document("keys")))
        #expect(try await rejected(#"{"keys":[]}"#) == .unavailable(.keys))
        #expect(try await rejected(#"{"keys":[1,null,{},{"kty":"oct","k":"AAAA"}]}"#) == .unavailable(.keys))
    }

    @Test func setOfMoreThan100KeysIsRejected() async throws {
        let key = try json(TestKey.p256.jwk)
        for count in [100, 101] {
            let text = #"{"keys":[\#(repeatElement(key, count: count).joined(separator: ","))]}"#
            #expect(try await rejected(text) == (count == 100 ? nil : .unavailable(.document("keys"))))
        }
    }
}
