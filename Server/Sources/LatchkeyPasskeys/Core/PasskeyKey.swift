import CSodium
import Crypto
package import Foundation

/// A public key with which signatures can be checked, and which nobody without the private one can sign for.
package struct PasskeyKey: Sendable, Equatable {
    package let algorithm: PasskeyAlgorithm
    /// As libfido2 has it: x and y of ES256, 64 bytes; the point of EdDSA, 32; modulus and exponent of RS256, 259.
    package let bytes: Data

    /// Returns nil for bytes that are no key of that algorithm.
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

    /// Whether it is a point of the curve, which libfido2 before 1.11 does not check here.
    private static func isPoint(_ bytes: Data) -> Bool {
        (try? P256.Signing.PublicKey(rawRepresentation: bytes)) != nil
    }

    /// Whether it is a point of the large group: for one of the eight of a small order everybody can sign. libfido2
    /// takes a key without a point for one of these, zero.
    private static func isEdwardsPoint(_ bytes: [UInt8]) -> Bool {
        bytes.count == crypto_core_ed25519_BYTES && crypto_core_ed25519_is_valid_point(bytes) == 1
    }

    /// Whether the modulus has 2048 bits and is odd, and the exponent is odd and more than 2^16 (FIPS 186-5, A.1.1):
    /// for the exponent 1 everybody can sign.
    private static func isRSA(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 259 else { return false }
        let exponent = bytes[256...].reduce(0) { $0 << 8 | Int($1) }
        return bytes[0] >= 0x80 && !bytes[255].isMultiple(of: 2) && exponent > 0x1_0000 && !exponent.isMultiple(of: 2)
    }
}
