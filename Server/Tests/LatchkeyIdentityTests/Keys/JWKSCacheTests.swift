import Foundation
import IdentityTestSupport
import Testing

@testable import LatchkeyIdentity

/// The times of key fetches.
struct JWKSCacheTests {
    private let provider: TestProvider
    private let client: OpenIDClient

    init() throws {
        provider = try TestProvider()
        client = provider.client
    }

    private func rejected(_ token: TestToken, by key: TestKey = .rsa) async throws -> IdentityError? {
        let (client, text) = (client, try token.signed(by: key))
        return await rejection { () async throws(IdentityError) in try await client.validateIDToken(text) }
    }

    /// Signs in with all tokens concurrently, and holds the provider until all wait.
    private func rejections(_ texts: [String]) async throws -> [IdentityError?] {
        provider.hold()
        let before = provider.requests.count
        return try await withThrowingTaskGroup(of: IdentityError?.self) { group in
            for text in texts {
                group.addTask { [client] in
                    await rejection { () async throws(IdentityError) in try await client.validateIDToken(text) }
                }
            }
            while provider.requests.count == before { await Task.yield() }
            // Later sign-ins find the response, and must not send another request.
            for _ in 0..<1000 { await Task.yield() }
            provider.release()
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func cachedKeysAreRefetchedWhenTheirLifetimeEnds() async throws {
        provider.setLifetime(.seconds(3600))
        for _ in 0..<5 { #expect(try await rejected(provider.idToken) == nil) }
        provider.time.advance(by: 3599)
        #expect(try await rejected(provider.idToken) == nil)
        #expect(provider.questionsForKeys == 1)
        provider.time.advance(by: 1)
        #expect(try await rejected(provider.idToken) == nil)
        #expect(provider.questionsForKeys == 2)
    }

    @Test func aThousandConcurrentSignInsFetchTheKeysOnce() async throws {
        let texts = [String](repeating: try provider.idToken.signed(), count: 1000)
        let errors = try await rejections(texts)
        #expect(errors.count == 1000)
        #expect(errors.allSatisfy { $0 == nil })
        #expect(provider.questionsForKeys == 1)
        #expect(provider.requests.count == 2)
    }

    @Test func aThousandUnknownKeysCauseOneRefetch() async throws {
        #expect(try await rejected(provider.idToken) == nil)
        provider.time.advance(by: 60)
        let texts = try (0..<1000).map { try provider.idToken.with(header: ["kid": "x\($0)"]).signed() }
        #expect(try await rejections(texts).allSatisfy { $0 == .rejected(.unknownKey) })
        #expect(provider.questionsForKeys == 2)
    }

    @Test func unknownKeyCausesAtMostOneRefetchAMinute() async throws {
        #expect(try await rejected(provider.idToken) == nil)
        let unknown = provider.idToken.with(header: ["kid": "k2"])
        // Between fetches it is unknown whether the provider has the key.
        let steps: [(Double, Int, Int?)] = [
            (0, 1, nil), (59, 1, 1), (1, 2, nil), (0, 2, nil), (59, 2, 1), (1, 3, nil),
        ]
        for (seconds, questions, pause) in steps {
            provider.time.advance(by: seconds)
            let error = pause.map { IdentityError.unavailable(.requestedRecently(again: .seconds($0))) }
            #expect(try await rejected(unknown) == error ?? .rejected(.unknownKey))
            #expect(provider.questionsForKeys == questions)
        }
        #expect(provider.questions("/Kiosk/.well-known/openid-configuration").count == 1)
    }

    @Test func keyRotationUnderLoadRejectsNoSignIn() async throws {
        #expect(try await rejected(provider.idToken) == nil)
        provider.time.advance(by: 60)
        provider.setKeys([TestKey.rsa.jwk.named("k1"), TestKey.otherRSA.jwk.named("k2")])
        let (old, new) = (
            try provider.idToken.signed(), try provider.idToken.with(header: ["kid": "k2"]).signed(by: .otherRSA)
        )
        let errors = try await rejections((0..<400).map { $0.isMultiple(of: 2) ? old : new })
        #expect(errors.count == 400)
        #expect(errors.allSatisfy { $0 == nil })
        #expect(provider.questionsForKeys == 2)
        // Removes the old key.
        provider.setKeys([TestKey.otherRSA.jwk.named("k2")])
        provider.time.advance(by: 3600)
        #expect(try await rejected(provider.idToken) == .rejected(.unknownKey))
        #expect(try await rejected(provider.idToken.with(header: ["kid": "k2"]), by: .otherRSA) == nil)
    }

    @Test func newSigningKeyIsAcceptedWhenRefetchingIsAllowed() async throws {
        #expect(try await rejected(provider.idToken) == nil)
        provider.setKeys([TestKey.otherRSA.jwk.named("k2")])
        provider.time.advance(by: 20)
        let new = provider.idToken.with(header: ["kid": "k2"])
        #expect(try await rejected(new, by: .otherRSA) == .unavailable(.requestedRecently(again: .seconds(40))))
        #expect(provider.questionsForKeys == 1)
        provider.time.advance(by: 40)
        #expect(try await rejected(new, by: .otherRSA) == nil)
        // A known key with a wrong signature is always rejected.
        #expect(try await rejected(new) == .rejected(.signature))
    }

    @Test func tokenWithKeyMissingFromFetchedSetIsRejected() async throws {
        // The keys are fetched for this token.
        #expect(try await rejected(provider.idToken.with(header: ["kid": "k2"])) == .rejected(.unknownKey))
        #expect(provider.questionsForKeys == 1)
    }

    @Test func cachedKeysVerifyTokensWhileTheProviderIsDown() async throws {
        #expect(try await rejected(provider.idToken) == nil)
        provider.setDown(true)
        provider.time.advance(by: 3599)
        #expect(try await rejected(provider.idToken) == nil)
        let unknown = provider.idToken.with(header: ["kid": "k2"])
        #expect(try await rejected(unknown) == .unavailable(.unreachable("down")))
        // Unknown is not rejected before the provider responds.
        #expect(try await rejected(unknown) == .unavailable(.unreachable("down")))
        #expect(try await rejected(provider.idToken) == nil)
        provider.time.advance(by: 1)
        #expect(try await rejected(provider.idToken) == .unavailable(.unreachable("down")))
    }

    @Test func unreachableProviderIsContactedOnceInFiveSeconds() async throws {
        provider.setDown(true)
        let texts = [String](repeating: try provider.idToken.signed(), count: 100)
        #expect(try await rejections(texts).allSatisfy { $0 == .unavailable(.unreachable("down")) })
        #expect(provider.requests.count == 1)
        provider.time.advance(by: 4.9)
        #expect(try await rejected(provider.idToken) == .unavailable(.unreachable("down")))
        #expect(provider.requests.count == 1)
        provider.setDown(false)
        provider.time.advance(by: 0.1)
        #expect(try await rejected(provider.idToken) == nil)
    }

    @Test func cancelledSignInDoesNotCancelASharedKeyFetch() async throws {
        provider.hold()
        let text = try provider.idToken.signed()
        let first = Task { [client] in
            await rejection { () async throws(IdentityError) in try await client.validateIDToken(text) }
        }
        while !provider.isAsked { await Task.yield() }
        let second = Task { [client] in
            await rejection { () async throws(IdentityError) in try await client.validateIDToken(text) }
        }
        first.cancel()
        provider.release()
        #expect(await second.value == nil)
        #expect(provider.questionsForKeys == 1)
    }

    @Test func clockSetBackDoesNotExtendTheKeyLifetime() async throws {
        #expect(try await rejected(provider.idToken) == nil)
        provider.time.advance(by: 3600)
        provider.time.setBack(by: 3600)
        #expect(try await rejected(provider.idToken) == nil)
        #expect(provider.questionsForKeys == 2)
    }

    @Test(
        arguments: [
            ([], nil, 3600), (["max-age=600"], nil, 600), (["public, MAX-AGE=600"], nil, 600),
            (["max-age=\"600\""], nil, 600),
            (["max-age=86400"], nil, 3600), (["max-age=3600"], nil, 3600), (["max-age=3601"], nil, 3600),
            (["max-age=61"], nil, 61), (["max-age=59"], nil, 60), (["max-age=0"], nil, 60), (["max-age=-1"], nil, 60),
            (["max-age=x"], nil, 60), (["max-age=99999999999999999999"], nil, 60), (["no-store"], nil, 60),
            (["max-age=600", "no-cache"], nil, 60), (["max-age=600"], "500", 100), (["max-age=600"], "700", 60),
            (["max-age=600"], "x", 600), (["private"], nil, 3600), (["must-revalidate, max-age=120"], "", 120),
        ] as [([String], String?, Int)])
    func cacheLifetimeFollowsTheHeadersWithinBounds(_ header: [String], _ age: String?, _ seconds: Int) {
        #expect(CacheLifetime.of(cacheControl: header, age: age) == .seconds(seconds))
    }

    @Test("ASVS-1.3.6 ASVS-10.5.3 another provider's document is rejected")
    func anotherProvidersDocumentIsRejected() async throws {
        provider.setMetadata(["issuer": TestProvider.issuer + "/"])
        #expect(try await rejected(provider.idToken) == .unavailable(.issuer))
        #expect(provider.questionsForKeys == 0)
    }

    @Test(
        "ASVS-13.2.4 keys are fetched over HTTPS only",
        arguments: [
            "http://login.example/keys", "http://127.0.0.1/keys", "ftp://login.example/keys", "https://",
            "file:///keys", "https://a:b@login.example/keys", "https://login.example/keys#x", "/keys", "",
            "https://login.example\\@x/",
        ])
    func keysAreFetchedOverHTTPSOnly(_ url: String) async throws {
        provider.setMetadata(["jwks_uri": url])
        #expect(try await rejected(provider.idToken) == .unavailable(.document("jwks_uri")))
        #expect(provider.questionsForKeys == 0)
    }
}
