import Crypto
import Foundation

/// A token or code as the database holds it. It is not `Equatable`: `==` of texts stops at the first difference.
struct StoredDigest: Sendable, Redacted {
    let keyID: String
    /// 64 lower-case hexadecimal digits.
    let value: String

    /// Whether both are the same digest under the same key. The identifiers of keys are no secret; the values are
    /// compared by their SHA-256, whose `==` takes constant time
    /// (https://github.com/apple/swift-crypto/blob/4.5.2/Sources/Crypto/Digests/Digest.swift).
    func matches(_ other: StoredDigest) -> Bool {
        keyID == other.keyID && SHA256.hash(data: Data(value.utf8)) == SHA256.hash(data: Data(other.value.utf8))
    }
}
