import Crypto
import Foundation
import LatchkeyCore

/// Digests of one-time tokens and codes: HMAC-SHA256 under a key from outside the database, since a code of 40 bits
/// could be found from a plain hash of it.
struct TokenDigester: Sendable, RedactedSecrets {
    /// Names the derived key; no `SealPurpose` may have this raw value.
    static let keyPurpose = "tokenDigest"

    private let first: (id: String, key: SymmetricKey)
    private let others: [(id: String, key: SymmetricKey)]

    init(keys: SecretKeys) {
        let derive = { (key: SecretKey) in (id: key.id, key: key.derived(for: Self.keyPurpose)) }
        first = derive(keys.first)
        others = keys.all.dropFirst().map(derive)
    }

    /// Returns the digest to store, under the first key. Purposes keep a code of one kind from being used as another.
    func digest(_ token: String, for purpose: String) -> StoredDigest {
        Self.digest(token, for: purpose, under: first)
    }

    /// Returns the digests by which a token is looked up: one for each key, the first key's first.
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

/// A token or code as the database holds it. It is not `Equatable`: `==` of texts stops at the first difference.
struct StoredDigest: Sendable, RedactedSecrets {
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

/// Session tokens are 256 random bits: none can be found from its plain SHA-256, and no key is needed.
enum SessionTokenDigest {
    /// 64 lower-case hexadecimal digits.
    static func of(_ token: String) -> String {
        HexText.encode(SHA256.hash(data: Array(token.utf8)))
    }
}
