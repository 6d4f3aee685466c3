import Crypto
import Foundation
import LatchkeyCore

/// The digests of one-time tokens and codes: HMAC-SHA256 with a key from outside the database, because a code of 40
/// bits could be found from a plain hash.
struct TokenDigester: Sendable, RedactedSecrets {
    /// The purpose of the derived key; no `SealPurpose` may have this raw value.
    static let keyPurpose = "tokenDigest"

    private let first: (id: String, key: SymmetricKey)
    private let others: [(id: String, key: SymmetricKey)]

    init(keys: SecretKeys) {
        let derive = { (key: SecretKey) in (id: key.id, key: key.derived(for: Self.keyPurpose)) }
        first = derive(keys.first)
        others = keys.all.dropFirst().map(derive)
    }

    /// Returns the digest to store, with the first key. Purposes separate codes of different kinds.
    func digest(_ token: String, for purpose: String) -> StoredDigest {
        Self.digest(token, for: purpose, under: first)
    }

    /// Returns the digests to look up a token: one for each key, the first key's first.
    func candidates(_ token: String, for purpose: String) -> [StoredDigest] {
        ([first] + others).map { Self.digest(token, for: purpose, under: $0) }
    }

    private static func digest(
        _ token: String, for purpose: String, under key: (id: String, key: SymmetricKey)
    ) -> StoredDigest {
        let code = HMAC<SHA256>.authenticationCode(for: LengthPrefixed.join(purpose, token), using: key.key)
        return StoredDigest(keyID: key.id, value: HexText.encode(code))
    }
}

/// The stored digest of a token or code. Not `Equatable`, because `==` of strings is not constant-time.
struct StoredDigest: Sendable, RedactedSecrets {
    let keyID: String
    /// The digest as 64 lower-case hexadecimal digits.
    let value: String

    /// Whether both are the same digest with the same key. Key IDs are not secret. Values are compared by their
    /// SHA-256, whose `==` is constant-time
    /// (https://github.com/apple/swift-crypto/blob/4.5.2/Sources/Crypto/Digests/Digest.swift).
    func matches(_ other: StoredDigest) -> Bool {
        keyID == other.keyID && SHA256.hash(data: Data(value.utf8)) == SHA256.hash(data: Data(other.value.utf8))
    }
}

/// The digest of session tokens: plain SHA-256 is enough for 256 random bits.
enum SessionTokenDigest {
    /// The digest as 64 lower-case hexadecimal digits.
    static func of(_ token: String) -> String {
        HexText.encode(SHA256.hash(data: Array(token.utf8)))
    }
}
