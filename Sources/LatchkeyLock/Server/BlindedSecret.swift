internal import Crypto
internal import CryptoExtras
internal import Foundation

/// A secret that the server evaluates without learning it: the client of VOPRF(P-384, SHA-384), RFC 9497.
///
/// The only file with `P384._VOPRF`, whose API may change in any version of swift-crypto. The blind is in memory only:
/// stored next to the blinded bytes, it would allow guessing the passcode without the server.
struct BlindedSecret {
    /// The length of a point in the compressed form of SEC 1. swift-crypto would also accept the uncompressed one.
    static let pointLength = 49

    /// The blinded secret, for the server.
    let bytes: [UInt8]
    private let finish: (_ evaluation: [UInt8], _ publicKey: [UInt8]) throws -> Data

    /// Blinds the secret with a random scalar.
    init(_ secret: SymmetricKey) throws(VaultError) {
        guard #available(visionOS 2.0, *) else { throw .derivationFailed }
        do {
            // Blinding is a method of a public key, but does not depend on it.
            let anyKey = P384._VOPRF.PrivateKey(compactRepresentable: false).publicKey
            let blinded = try secret.withUnsafeBytes { try anyKey.blind(Array($0)) }
            bytes = Array(blinded.blindedElement.oprfRepresentation)
            finish = { evaluation, publicKey in
                let key = try P384._VOPRF.PublicKey(compressedRepresentation: publicKey)
                return try key.finalize(
                    blinded, using: P384._VOPRF.BlindEvaluation(rawRepresentation: evaluation))
            }
        } catch {
            throw .derivationFailed
        }
    }

    /// Returns the function's 48 bytes. Throws `.broken` unless the evaluation proves that the server used the private
    /// key of this public key.
    func finalize(_ evaluation: [UInt8], publicKey: [UInt8]) throws(UnlockServerError) -> SymmetricKey {
        guard publicKey.count == Self.pointLength, let output = try? finish(evaluation, publicKey) else {
            throw .broken
        }
        return SymmetricKey(data: output)
    }
}
