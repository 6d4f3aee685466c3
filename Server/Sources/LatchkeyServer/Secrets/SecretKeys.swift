import Crypto
import Foundation
import LatchkeyCore
import LatchkeyEncoding

/// The keys outside the database, in order: the first encrypts, all decrypt.
struct SecretKeys: Sendable, RedactedSecrets {
    /// The maximum number of keys. A rotation requires two; a token lookup tries one digest per key.
    static let maximumCount = 16
    /// The maximum length of the text: 16 keys with the longest IDs are 1,263 bytes.
    static let maximumTextLength = 4096

    let first: SecretKey
    private let others: [SecretKey]

    var all: [SecretKey] { [first] + others }

    var description: String { "SecretKeys(\(all.map(\.id).joined(separator: ", ")): ••••••)" }

    /// Parses `id:base64,id:base64`. Ignores surrounding white space, so that a file may end with a newline.
    init(parsing text: String) throws(SecretKeysError) {
        guard text.utf8.count <= Self.maximumTextLength else { throw .tooLong }
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw .empty }
        var keys: [SecretKey] = []
        let entries = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard entries.count <= Self.maximumCount else { throw .tooMany }
        for (index, entry) in entries.enumerated() {
            let key = try Self.parse(entry, position: index + 1)
            guard !keys.contains(where: { $0.id == key.id }) else { throw .duplicateID(position: index + 1) }
            keys.append(key)
        }
        guard let first = keys.first else { throw .empty }
        self.first = first
        others = Array(keys.dropFirst())
    }

    private static func parse(
        _ entry: Substring.UTF8View.SubSequence, position: Int
    ) throws(SecretKeysError) -> SecretKey {
        let parts = entry.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .malformedEntry(position: position) }
        let id = String(Substring(parts[0]))
        guard SecretKey.isValidID(id) else { throw .invalidID(position: position) }
        guard let bytes = Base64Text.decode(String(Substring(parts[1])), as: .padded),
            let key = SecretKey(id: id, bytes: bytes)
        else { throw .invalidKey(position: position) }
        return key
    }
}

/// A secret key. It encrypts nothing itself: each use derives its own key.
struct SecretKey: Sendable, RedactedSecrets {
    /// Length of key material in bytes, for AES-256 and HMAC-SHA256.
    static let length = 32

    let id: String
    private let material: SymmetricKey

    /// Returns nil unless the ID is 1 to 32 of `A-Z a-z 0-9 _ -`, and there are 32 bytes.
    init?(id: String, bytes: [UInt8]) {
        guard Self.isValidID(id), bytes.count == Self.length else { return nil }
        self.id = id
        material = SymmetricKey(data: bytes)
    }

    static func isValidID(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Derives the key of a use with HKDF-SHA256 (RFC 5869). The salt is empty, because the input is uniformly random.
    func derived(for purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, info: Array("latchkey/v1/\(purpose)".utf8), outputByteCount: Self.length)
    }
}
