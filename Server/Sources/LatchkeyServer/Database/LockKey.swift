import Crypto
import Foundation

/// The key of a lock: 64 bits of the SHA-256 of an address, an identity or a client's network. After a collision,
/// writes only wait unnecessarily.
///
/// The locks are transaction-level advisory locks
/// (https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS), because an address is locked before it
/// has a row.
enum LockKey {
    static func ofAddress(_ address: String) -> Int64 { key("address", address) }
    static func ofNetwork(_ network: String) -> Int64 { key("network", network) }

    static func ofProviderSession(issuer: String, _ sidDigest: String) -> Int64 {
        key("provider session", issuer + " " + sidDigest)
    }

    /// The lock of writes that leave fewer administrators.
    static let ofAdministrators = key("administrators", "")
    /// The lock of the process that deletes expired rows.
    static let ofSweep = key("sweep", "")

    static func key(_ kind: String, _ text: String) -> Int64 {
        SHA256.hash(data: LengthPrefixed.join(kind, text)).withUnsafeBytes {
            Int64(bigEndian: $0.loadUnaligned(as: Int64.self))
        }
    }
}
