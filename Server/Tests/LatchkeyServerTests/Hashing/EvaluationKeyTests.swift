import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import LatchkeyServer

@Suite struct EvaluationKeyTests {
    /// RFC 9497, A.4.2: P384-SHA384, mode VOPRF, vectors 1 and 2.
    private static let privateKey =
        "051646b9e6e7a71ae27c1e1d0b87b4381db6d3595eeeb1adb41579adbf992f4278f9016eafc944edaa2b43183581779d"
    private static let publicKey =
        "031d689686c611991b55f1a1d8f4305ccd6cb719446f660a30db61b7aa87b46acf59b7c0d4a9077b3da21c25dd482229a0"
    private static let vectors = [
        (
            input: "00",
            blinded:
                "02d338c05cbecb82de13d6700f09cb61190543a7b7e2c6cd4fca56887e564ea82653b27fdad383995ea6d02cf26d0e24d9",
            evaluated:
                "02a7bba589b3e8672aa19e8fd258de2e6aae20101c8d761246de97a6b5ee9cf105febce4327a326255a3c604f63f600ef6",
            output: "3333230886b562ffb8329a8be08fea8025755372817ec969d114d1203d026b4a622beab60220bf19078bca35a529b35c"
        ),
        (
            input: "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a",
            blinded:
                "02f27469e059886f221be5f2cca03d2bdc61e55221721c3b3e56fc012e36d31ae5f8dc058109591556a6dbd3a8c69c433b",
            evaluated:
                "03f16f903947035400e96b7f531a38d4a07ac89a80f89d86a1bf089c525a92c7f4733729ca30c56ce78b1ab4f7d92db8b4",
            output: "b91c70ea3d4d62ba922eb8a7d03809a441e1c3c7af915cbc2226f485213e895942cd0f8580e6d99f82221e66c40d274f"
        ),
    ]
    /// x of the base point (SEC 2, 2.5.1).
    private static let baseX =
        "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7"
    private static let baseY =
        "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f"
    private static let order =
        "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"

    private func bytes(_ text: String) throws -> [UInt8] { try #require(HexText.decode(text)) }

    @Test func evaluationsMatchTheRFC9497TestVectors() throws {
        let key = try #require(EvaluationKey(bytes(Self.privateKey)))
        #expect(key.publicKey == (try bytes(Self.publicKey)))
        for vector in Self.vectors {
            let evaluation = try key.evaluate(try #require(BlindedInput(bytes(vector.blinded))))
            #expect(evaluation.count == 145)
            #expect(HexText.encode(evaluation.prefix(EvaluationKey.pointLength)) == vector.evaluated)
            // With any blind, the client's output is the same.
            let client = try P384._VOPRF.PublicKey(compressedRepresentation: key.publicKey)
            let blinded = try client.blind(Data(bytes(vector.input)))
            let input = try #require(BlindedInput([UInt8](blinded.blindedElement.oprfRepresentation)))
            let response = try P384._VOPRF.BlindEvaluation(rawRepresentation: Data(key.evaluate(input)))
            #expect(HexText.encode(try client.finalize(blinded, using: response)) == vector.output)
        }
    }

    @Test func onlyCompressedPointsOfTheCurveAreEvaluated() throws {
        let (x, y) = (try bytes(Self.baseX), try bytes(Self.baseY))
        #expect(BlindedInput([3] + x) != nil && BlindedInput([2] + x) != nil)
        let one = [UInt8](repeating: 0, count: 47) + [1]
        let rejected: [[UInt8]] = [
            [], [0], x, [4] + x + y, [4] + x, [0] + x, [3] + x + [0], Array(repeating: 0, count: 49),
            // Without a point of this x: 1 - 3 + b is no square, and x must be below the field's prime.
            [2] + one, [2] + Array(repeating: 255, count: 48),
        ]
        for input in rejected { #expect(BlindedInput(input) == nil, "\(input)") }
        // About half of all x have no point.
        let absent = (UInt8(1)...64).filter { BlindedInput([2] + one.dropLast() + [$0]) == nil }
        #expect((10...54).contains(absent.count))
    }

    @Test func invalidPrivateKeyIsRejected() throws {
        for key in [[], [1], Array(repeating: 0, count: 48), try bytes(Self.order), try bytes(Self.privateKey) + [0]] {
            #expect(EvaluationKey(key) == nil)
        }
        let key = EvaluationKey.make()
        #expect(EvaluationKey(key.bytes)?.publicKey == key.publicKey && EvaluationKey.make().bytes != key.bytes)
        #expect("\(key)".contains("•") || !"\(key)".contains("\(key.bytes[0]), "))
    }

    @Test func aClientDetectsAnotherKey() throws {
        let (key, other) = (EvaluationKey.make(), EvaluationKey.make())
        let client = try P384._VOPRF.PublicKey(compressedRepresentation: key.publicKey)
        let blinded = try client.blind(Data("1".utf8))
        let input = try #require(BlindedInput([UInt8](blinded.blindedElement.oprfRepresentation)))
        let response = try P384._VOPRF.BlindEvaluation(rawRepresentation: Data(other.evaluate(input)))
        #expect(throws: (any Error).self) { try client.finalize(blinded, using: response) }
    }
}
