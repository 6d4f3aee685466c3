import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

@Suite struct LegacyDigestTests {
    /// `printf '739105c2FsdA==' | sha256sum`
    static let hash = "f8279efdc08402a963b1dfaae3390b3b6ac23080f18954682928efcddaaf9dc5"
    static let salt = "c2FsdA=="

    @Test func digestCoversTheDigitsFollowedByTheSalt() throws {
        let passcode = try #require(Passcode("739105"))
        let read = try #require(LegacyDigest(hash: Self.hash.uppercased(), salt: Self.salt))
        #expect(read.bytes == LegacyDigest(of: passcode, salt: Array(Self.salt.utf8)).bytes)
        #expect(HexText.encode(read.bytes) == Self.hash)
    }

    @Test(
        arguments: [
            ("", "s"), (String(hash.dropLast()), "s"), (hash + "0", "s"), ("g" + hash.dropFirst(), "s"), (hash, ""),
            (hash, String(repeating: "s", count: 129)), (String(repeating: "٠", count: 32), "s"),
        ])
    func anInvalidSHA256DigestIsRejected(hash: String, salt: String) {
        #expect(LegacyDigest(hash: hash, salt: salt) == nil)
    }

    @Test func onlyTheCorrectPasscodeVerifiesAgainstADigest() throws {
        let hasher = try Argon2idHasher(parameters: .forTests)
        let digest = try #require(LegacyDigest(hash: Self.hash, salt: Self.salt))
        let hash = try hasher.hash(digest, salt: [UInt8](0..<16))
        let (right, wrong) = (try #require(Passcode("739105")), try #require(Passcode("739106")))
        #expect(try hasher.verify(right, against: hash))
        #expect(try !hasher.verify(wrong, against: hash))
        #expect(hasher.needsRehash(hash))
        let own = try hasher.hash(#require(Passcode("739105")), salt: [UInt8](0..<16))
        #expect(!hasher.needsRehash(own))
    }

    @Test func hashTextOfADigestSurvivesARoundTrip() throws {
        let digest = try #require(LegacyDigest(hash: Self.hash, salt: Self.salt))
        let hash = try Argon2idHasher(parameters: .forTests).hash(digest, salt: [UInt8](0..<16))
        #expect(hash.text.hasPrefix("$sha256-argon2id$v=19$"))
        #expect(!hash.text.contains(Self.hash))
        let read = try PasscodeHash(parsing: hash.text)
        #expect(read.text == hash.text && read.legacySalt == Array(Self.salt.utf8))
    }

    @Test("V15 a verifier of a digest has one canonical text")
    func aVerifierOfADigestHasOneCanonicalText() throws {
        let digest = try #require(LegacyDigest(hash: Self.hash, salt: Self.salt))
        let text = try Argon2idHasher(parameters: .forTests).hash(digest, salt: [UInt8](0..<16)).text
        for wrong in [
            text.replacing("$sha256-argon2id$", with: "$argon2id$"), text.replacing("YzJGc2RBPT0$", with: ""),
            text.replacing("YzJGc2RBPT0$", with: "$"), text.replacing("YzJGc2RBPT0$", with: "YzJGc2RBPT0=$"),
            text.replacing("$sha256-argon2id$", with: "$SHA256-argon2id$"), text + "$",
            text.replacing("YzJGc2RBPT0$", with: String(repeating: "A", count: 172) + "$"),
        ] {
            #expect(text != wrong)
            #expect(throws: PasscodeHashError.self) { try PasscodeHash(parsing: wrong) }
        }
    }
}
