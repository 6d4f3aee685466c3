import ArgumentParser
import Foundation
import LatchkeyPasskeys
import PasskeyTestSupport

/// Verification of a passkey assertion, alternating with only libfido2's signature check.
struct PasskeyChecks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints, for each algorithm and round, assertions and bare signatures checked a second.")
    private static let host = "lock.example"
    private static let origin = "https://lock.example"

    @OptionGroup var rounds: Rounds

    func run() async throws {
        for (name, key) in [("ES256", TestPasskeyKey.es256), ("EdDSA", .eddsa), ("RS256", .rs256)] {
            for _ in 0..<rounds.count { try await measure(name, key) }
        }
    }

    private func measure(_ name: String, _ key: TestPasskeyKey) async throws {
        var generator = SystemRandomNumberGenerator()
        let challenge = PasskeyChallenge(for: .assertion) { count in
            (0..<count).map { _ in .random(in: 0...255, using: &generator) }
        }
        let digest = challenge.digest
        let response = try TestPasskey(key, relyingPartyID: Self.host, origin: Self.origin)
            .assert(challenge.text, counter: 8)
        guard let party = RelyingParty(host: Self.host, origin: Self.origin),
            let algorithm = PasskeyAlgorithm(rawValue: key.algorithm),
            let bare = BareSignature(response, algorithm, key: key.publicBytes, id: Self.host)
        else { throw ExitCode.failure }
        let bytes = key.publicBytes
        let whole = try await rounds.rate {
            // Like the server, converts the stored key each time.
            guard let key = PasskeyKey(algorithm: algorithm, bytes: bytes) else { throw ExitCode.failure }
            let assertion = try PasskeyAssertion(
                clientData: response.clientData, authenticatorData: response.authenticatorData,
                signature: response.signature, by: key, counter: 7, challengeDigest: digest, for: party)
            guard assertion.counter == 8 else { throw ExitCode.failure }
        }
        let alone = try await rounds.rate { guard bare.isRight else { throw ExitCode.failure } }
        print(name, whole, alone)
    }
}
