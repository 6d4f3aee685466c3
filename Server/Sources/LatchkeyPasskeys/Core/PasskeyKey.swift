import CSodium
import Crypto
package import Foundation

/// The public key of a passkey. Weak keys, for which anyone can forge a signature, are rejected.
package struct PasskeyKey: Sendable, Equatable {
    package let algorithm: PasskeyAlgorithm
    /// The key in libfido2's format: x and y for ES256 (64 bytes), the point for EdDSA (32), modulus and exponent for
    /// RS256 (259).
    package let bytes: Data

    /// Returns nil for bytes that are not a key of the algorithm.
    package init?(algorithm: PasskeyAlgorithm, bytes: Data) {
        let isKey =
            switch algorithm {
            case .es256: Self.isPoint(bytes)
            case .eddsa: Self.isEdwardsPoint(Array(bytes))
            case .rs256: Self.isRSA(Array(bytes))
            }
        guard isKey else { return nil }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// Whether the bytes are a point of the curve, which libfido2 before 1.11 does not verify here.
    private static func isPoint(_ bytes: Data) -> Bool {
        (try? P256.Signing.PublicKey(rawRepresentation: bytes)) != nil
    }

    /// Whether the bytes are a point of the large group. With one of the eight points of small order, anyone can forge
    /// a signature. libfido2 represents a missing key as one of these.
    private static func isEdwardsPoint(_ bytes: [UInt8]) -> Bool {
        bytes.count == crypto_core_ed25519_BYTES && crypto_core_ed25519_is_valid_point(bytes) == 1
    }

    /// Whether the modulus has 2048 bits and is odd, and the exponent is odd and more than 2^16 (FIPS 186-5, A.1.1).
    /// With exponent 1, anyone can forge a signature.
    private static func isRSA(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 259 else { return false }
        let exponent = bytes[256...].reduce(0) { $0 << 8 | Int($1) }
        return bytes[0] >= 0x80 && !bytes[255].isMultiple(of: 2) && exponent > 0x1_0000 && !exponent.isMultiple(of: 2)
    }
}
