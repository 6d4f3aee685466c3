import Crypto
import Foundation
import LatchkeyEncoding
import Testing

@testable import LatchkeyPasskeys

struct PasskeyChallengeTests {
    private let bytes = (0..<32).map { UInt8($0 * 7) }

    private func challenge(_ ceremony: PasskeyCeremony) -> PasskeyChallenge {
        PasskeyChallenge(for: ceremony) { Array(bytes.prefix($0)) }
    }

    @Test("ASVS-6.7.2 a challenge is 32 bytes in base64url")
    func aChallengeIs32BytesInBase64url() {
        #expect(challenge(.assertion).text == Base64Text.encode(bytes, as: .url))
        #expect(challenge(.assertion).text.utf8.count == 43)
    }

    @Test func challengeDigestCoversTheCeremonyAndTheBytes() {
        let text = Data("webauthn.get\0".utf8)
        #expect(challenge(.assertion).digest == Data(SHA256.hash(data: text + bytes)))
        #expect(challenge(.registration).digest != challenge(.assertion).digest)
    }

    @Test func parsedChallengeHasTheOriginalDigest() throws {
        let digest = challenge(.assertion).digest
        #expect(try #require(PasskeyChallenge(challenge(.assertion).text, for: .assertion)).has(digest: digest))
        #expect(try !#require(PasskeyChallenge(challenge(.assertion).text, for: .registration)).has(digest: digest))
    }

    @Test(arguments: [0, 31, 33])
    func challengeOfAnotherLengthIsRejected(_ count: Int) {
        let text = Base64Text.encode([UInt8](repeating: 1, count: count), as: .url)
        #expect(PasskeyChallenge(text, for: .assertion) == nil)
    }

    @Test func truncatedOrExtendedDigestDoesNotMatch() {
        let challenge = challenge(.assertion)
        for count in 0..<32 { #expect(!challenge.has(digest: challenge.digest.prefix(count))) }
        #expect(!challenge.has(digest: challenge.digest + [0]))
    }
}
