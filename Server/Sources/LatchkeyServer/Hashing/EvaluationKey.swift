import Crypto
import CryptoExtras
import Foundation
import LatchkeyCore

/// A server key of the verifiable oblivious pseudorandom function P384-SHA384 (RFC 9497): it evaluates inputs that it
/// does not learn, and proves that it did so.
///
/// swift-crypto excludes `_VOPRF` from semantic versioning; on the server only this file uses it.
struct EvaluationKey: Sendable, RedactedSecrets {
    /// Length of a compressed point of P-384 in bytes (SEC 1, 2.3.3).
    static let pointLength = 49

    /// The private scalar, 48 bytes.
    let bytes: [UInt8]
    /// The public key, a compressed point.
    let publicKey: [UInt8]

    static func make() -> EvaluationKey { EvaluationKey(P384._VOPRF.PrivateKey(compactRepresentable: false)) }

    /// Returns nil for bytes that are not a private key.
    init?(_ bytes: [UInt8]) {
        guard let key = try? P384._VOPRF.PrivateKey(rawRepresentation: bytes) else { return nil }
        self.init(key)
    }

    private init(_ key: P384._VOPRF.PrivateKey) {
        bytes = [UInt8](key.rawRepresentation)
        publicKey = [UInt8](key.publicKey.oprfRepresentation)
    }

    /// Returns the evaluated point (49 bytes) and its proof (96 bytes); slow by design of the curve.
    func evaluate(_ input: BlindedInput) throws -> [UInt8] {
        let key = try P384._VOPRF.PrivateKey(rawRepresentation: bytes)
        let point = try P384._VOPRF.BlindedElement(oprfRepresentation: Data(input.bytes))
        return [UInt8](try key.evaluate(point).rawRepresentation)
    }
}

/// A client's blinded input: a compressed point of P-384.
struct BlindedInput: Equatable, Sendable {
    let bytes: [UInt8]

    /// Returns nil for other lengths, other encodings, and points off the curve. The library also parses uncompressed
    /// points.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == EvaluationKey.pointLength,
            (try? P384._VOPRF.BlindedElement(oprfRepresentation: Data(bytes))) != nil
        else { return nil }
        self.bytes = bytes
    }
}
