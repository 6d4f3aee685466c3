import Testing

@testable import LatchkeyServer

@Suite struct TokenDigestTests {
    private func digester(_ entries: String...) throws -> TokenDigester {
        try TokenDigester(keys: SecretKeys(parsing: entries.joined(separator: ",")))
    }

    /// Generated with Python's `hmac` and `cryptography` 48 from the format's description.
    @Test("ASVS-11.4.1 the digest format is stable")
    func theDigestFormatIsStable() throws {
        let digest = try digester("k1:\(TestKeys.text)").digest("K7QF2M9X", for: "sign-in")
        #expect(digest.keyID == "k1")
        #expect(digest.value == "32907aae50f0b80d51c507650555ec86cd9e2faa7b6c42eb72474d4411f25e57")
    }

    @Test("V5 a digest depends on token, purpose and key")
    func aDigestDependsOnTokenPurposeAndKey() throws {
        let one = try digester(TestKeys.entry("k1", fill: 1))
        let other = try digester(TestKeys.entry("k1", fill: 2))
        let digests = [
            one.digest("AB", for: "C"), one.digest("A", for: "BC"), one.digest("B", for: "AC"),
            one.digest("ABC", for: ""), one.digest("", for: "ABC"), one.digest("AB", for: "c"),
            other.digest("AB", for: "C"),
        ]
        #expect(Set(digests.map(\.value)).count == digests.count)
        #expect(digests.allSatisfy { $0.value.count == 64 })
    }

    @Test("V7 a token is found after a key rotation")
    func aTokenIsFoundAfterAKeyRotation() throws {
        let stored = try digester(TestKeys.entry("old", fill: 1)).digest("token", for: "reset")
        let rotated = try digester(TestKeys.entry("new", fill: 2), TestKeys.entry("old", fill: 1))
        let candidates = rotated.candidates("token", for: "reset")
        #expect(candidates.map(\.keyID) == ["new", "old"])
        #expect(candidates[1].value == stored.value)
        #expect(candidates[0].matches(rotated.digest("token", for: "reset")))
        func matches(_ digests: [StoredDigest]) -> Bool { digests.contains { $0.matches(stored) } }
        #expect(matches(candidates))
        #expect(!matches(rotated.candidates("token", for: "sign-in")))
        #expect(!matches(rotated.candidates("Token", for: "reset")))
        #expect(try !matches(digester(TestKeys.entry("new", fill: 2)).candidates("token", for: "reset")))
    }

    @Test("V7 digests have their own key")
    func digestsHaveTheirOwnKey() {
        #expect(!SealPurpose.allCases.map(\.rawValue).contains(TokenDigester.keyPurpose))
    }

    @Test func digestsMatchOnlyIfKeyAndValueAreEqual() {
        let value = String(repeating: "a", count: 64)
        let stored = StoredDigest(keyID: "k1", value: value)
        #expect(stored.matches(StoredDigest(keyID: "k1", value: value)))
        #expect(!stored.matches(StoredDigest(keyID: "k2", value: value)))
        #expect(!stored.matches(StoredDigest(keyID: "k1", value: String(value.dropLast()))))
        #expect(!stored.matches(StoredDigest(keyID: "k1", value: value + "a")))
        for index in 0..<64 {
            let other = String(repeating: "a", count: index) + "b" + String(repeating: "a", count: 63 - index)
            #expect(!stored.matches(StoredDigest(keyID: "k1", value: other)))
        }
    }

    /// The vector of FIPS 180-2, appendix B.1.
    @Test func sessionTokensAreDigestedWithPlainSHA256() {
        #expect(
            SessionTokenDigest.of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
