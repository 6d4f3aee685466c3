import Crypto
import Foundation
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// The client of the oblivious function, with the vectors of RFC 9497, A.4.2 (P384-SHA384, VOPRF).
struct BlindedSecretTests {
    private static let privateKey = """
        051646b9e6e7a71ae27c1e1d0b87b4381db6d3595eeeb1adb41579adbf992f4278f9016eafc944edaa2b43183581779d
        """
    private static let publicKey = """
        031d689686c611991b55f1a1d8f4305ccd6cb719446f660a30db61b7aa87b46acf59b7c0d4a9077b3da21c25dd482229a0
        """

    /// Returns the server's response for a secret.
    private func register(
        _ secret: SymmetricKey, _ server: InMemoryUnlockServer? = nil
    ) async throws -> (BlindedSecret, UnlockRegistration) {
        let blinded = try BlindedSecret(secret)
        let server = server ?? InMemoryUnlockServer(privateKey: Data(bytes(Self.privateKey)))
        return (blinded, try await server.register(blinded.bytes, replacing: nil))
    }

    @Test(
        "C15 blinded evaluation matches the RFC's test vectors",
        arguments: [
            (
                "00",
                "3333230886b562ffb8329a8be08fea8025755372817ec969d114d1203d026b4a622beab60220bf19078bca35a529b35c"
            ),
            (
                "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a",
                "b91c70ea3d4d62ba922eb8a7d03809a441e1c3c7af915cbc2226f485213e895942cd0f8580e6d99f82221e66c40d274f"
            ),
        ])
    func blindedEvaluationMatchesTheRFCsTestVectors(input: String, output: String) async throws {
        let (blinded, response) = try await register(SymmetricKey(data: bytes(input)))
        #expect(response.publicKey == bytes(Self.publicKey))
        let evaluated = try blinded.finalize(response.evaluation, publicKey: response.publicKey)
        #expect(evaluated == SymmetricKey(data: bytes(output)))
    }

    @Test func blindedBytesOfOneSecretDiffer() async throws {
        let secret = SymmetricKey(size: .bits256)
        let (first, second) = (try BlindedSecret(secret), try BlindedSecret(secret))
        #expect(first.bytes != second.bytes && first.bytes.count == 49)
    }

    @Test("C15 evaluation with an invalid proof is rejected")
    func evaluationWithAnInvalidProofIsRejected() async throws {
        let (blinded, response) = try await register(SymmetricKey(size: .bits256))
        let (_, other) = try await register(SymmetricKey(size: .bits256), InMemoryUnlockServer())
        #expect(throws: UnlockServerError.broken) {
            try blinded.finalize(response.evaluation, publicKey: other.publicKey)
        }
        #expect(throws: UnlockServerError.broken) {
            try blinded.finalize(other.evaluation, publicKey: response.publicKey)
        }
        for index in [0, 1, 48, 49, 96, 97, 144] {
            var changed = response.evaluation
            changed[index] ^= 1
            #expect(throws: UnlockServerError.broken) { try blinded.finalize(changed, publicKey: response.publicKey) }
        }
    }

    @Test("C15 wrong-length, zero and off-curve points are rejected")
    func wrongLengthZeroAndOffCurvePointsAreRejected() async throws {
        let (blinded, response) = try await register(SymmetricKey(size: .bits256))
        let uncompressed = try P384.Signing.PublicKey(compressedRepresentation: response.publicKey).x963Representation
        let zeros = [UInt8](repeating: 0, count: 49)
        // No point of the curve has this x coordinate.
        let offCurve = [2] + [UInt8](repeating: 0, count: 47) + [UInt8(1)]
        let keys = [
            [], Array(response.publicKey.dropLast()), Array(uncompressed), response.publicKey + [0], zeros, offCurve,
        ]
        for key in keys {
            #expect(throws: UnlockServerError.broken, "\(key.count) bytes") {
                try blinded.finalize(response.evaluation, publicKey: key)
            }
        }
        let proof = Array(response.evaluation.dropFirst(49))
        for point in [[], Array(uncompressed), zeros, offCurve, Array(response.evaluation.prefix(48))] {
            #expect(throws: UnlockServerError.broken, "\(point.count) bytes") {
                try blinded.finalize(point + proof, publicKey: response.publicKey)
            }
        }
    }
}
