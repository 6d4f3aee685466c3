import Foundation
import LatchkeyPasskeys
import PasskeyTestSupport

/// Checks an assertion of a passkey, and its signature by libfido2 alone, in turns, for so many seconds each. Prints
/// for each algorithm and each round how many of both it did a second.
///
///     passkey-bench SECONDS ROUNDS
@main
enum PasskeyBench {
    private static let host = "lock.example"
    private static let origin = "https://lock.example"

    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 3, let seconds = Double(words[1]), let rounds = Int(words[2]) else {
            FileHandle.standardError.write(Data("usage: passkey-bench SECONDS ROUNDS\n".utf8))
            exit(2)
        }
        for (name, key) in [("ES256", TestPasskeyKey.es256), ("EdDSA", .eddsa), ("RS256", .rs256)] {
            for _ in 0..<rounds { try measure(name, key, seconds) }
        }
    }

    private static func measure(_ name: String, _ key: TestPasskeyKey, _ seconds: Double) throws {
        var generator = SystemRandomNumberGenerator()
        let challenge = PasskeyChallenge(for: .assertion) { count in
            (0..<count).map { _ in .random(in: 0...255, using: &generator) }
        }
        let digest = challenge.digest
        let answer = try TestPasskey(key, relyingPartyID: host, origin: origin).assert(challenge.text, counter: 8)
        guard let party = RelyingParty(host: host, origin: origin),
            let algorithm = PasskeyAlgorithm(rawValue: key.algorithm),
            let bare = BareCheck(answer, algorithm, key: key.publicBytes, id: host)
        else { exit(1) }
        let bytes = key.publicBytes
        let whole = try rate(seconds) {
            // As the server does: what it has stored becomes a key each time.
            guard let key = PasskeyKey(algorithm: algorithm, bytes: bytes) else { exit(1) }
            let assertion = try PasskeyAssertion(
                clientData: answer.clientData, authenticatorData: answer.authenticatorData,
                signature: answer.signature, by: key, counter: 7, challengeDigest: digest, for: party)
            guard assertion.counter == 8 else { exit(1) }
        }
        let alone = try rate(seconds) { guard bare.isRight else { exit(1) } }
        print(name, whole, alone)
    }

    /// How often a second.
    private static func rate(_ seconds: Double, _ work: () throws -> Void) throws -> Double {
        let begun = ContinuousClock.now
        var (count, took) = (0.0, 0.0)
        while took < seconds {
            for _ in 0..<64 { try work() }
            count += 64
            took = (ContinuousClock.now - begun) / .seconds(1)
        }
        return count / took
    }
}
