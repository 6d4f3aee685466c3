import Crypto
import Foundation

/// What a write locks: 64 bits of the SHA-256 of an address, or of a client's network. Two that collide wait for each
/// other without need, and no more.
///
/// The locks are advisory ones of the transaction's
/// (https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS): an address is locked before it has a row.
enum LockKey {
    static func ofAddress(_ address: String) -> Int64 { key("address", address) }
    static func ofNetwork(_ network: String) -> Int64 { key("network", network) }

    static func ofProviderSession(issuer: String, _ sidDigest: String) -> Int64 {
        key("provider session", issuer + " " + sidDigest)
    }

    /// Of whoever deletes what has ended.
    static let ofSweep = key("sweep", "")

    static func key(_ kind: String, _ text: String) -> Int64 {
        SHA256.hash(data: LengthPrefixed.join(kind, text)).withUnsafeBytes {
            Int64(bigEndian: $0.loadUnaligned(as: Int64.self))
        }
    }
}
