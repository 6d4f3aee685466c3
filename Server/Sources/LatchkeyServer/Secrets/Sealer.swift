import Crypto
import LatchkeyCore
import LatchkeyEncoding

/// The encryption of secret values in the database: AES-256-GCM with a key from outside the database.
///
/// A record is bound to its purpose and a context, such as its user's ID: copied into another row or column, it cannot
/// be decrypted. Nonces are random, safe for 2³² records per key and purpose (NIST SP 800-38D, 8.3).
struct Sealer: Sendable, RedactedSecrets {
    /// Length of a record's text in bytes.
    static let maximumRecordLength = 64 * 1024

    private let firstKeyID: String
    private let keys: [SealPurpose: [String: SymmetricKey]]

    init(keys: SecretKeys) {
        firstKeyID = keys.first.id
        // Derived once: HKDF in each call would take longer than the encryption.
        self.keys = Dictionary(
            uniqueKeysWithValues: SealPurpose.allCases.map { purpose in
                let derived = keys.all.map { ($0.id, $0.derived(for: purpose.rawValue)) }
                return (purpose, Dictionary(uniqueKeysWithValues: derived))
            })
    }

    /// Returns the record of the plaintext, encrypted with the first key.
    func seal(_ plaintext: [UInt8], for purpose: SealPurpose, context: String) throws(SealError) -> String {
        // Checked first: the text is longer than its content.
        guard plaintext.count <= Self.maximumRecordLength else { throw .tooLong }
        let key = try key(firstKeyID, for: purpose)
        let bound = Self.authenticated(keyID: firstKeyID, purpose: purpose, context: context)
        guard let box = try? AES.GCM.seal(plaintext, using: key, authenticating: bound), let combined = box.combined
        else { throw .malformed }
        let text = SealedRecord(keyID: firstKeyID, box: [UInt8](combined)).text
        guard text.utf8.count <= Self.maximumRecordLength else { throw .tooLong }
        return text
    }

    /// Returns the plaintext, if purpose and context are the same.
    func open(_ record: String, for purpose: SealPurpose, context: String) throws(SealError) -> [UInt8] {
        let record = try SealedRecord(parsing: record)
        let key = try key(record.keyID, for: purpose)
        guard let box = try? AES.GCM.SealedBox(combined: record.box) else { throw .malformed }
        let bound = Self.authenticated(keyID: record.keyID, purpose: purpose, context: context)
        guard let plaintext = try? AES.GCM.open(box, using: key, authenticating: bound) else { throw .notAuthentic }
        return [UInt8](plaintext)
    }

    /// Returns the record encrypted with the first key; nil if it already is.
    func resealed(_ record: String, for purpose: SealPurpose, context: String) throws(SealError) -> String? {
        // The ID is not authenticated before the record is decrypted.
        guard try SealedRecord(parsing: record).keyID != firstKeyID else { return nil }
        return try seal(open(record, for: purpose, context: context), for: purpose, context: context)
    }

    private func key(_ id: String, for purpose: SealPurpose) throws(SealError) -> SymmetricKey {
        guard let key = keys[purpose]?[id] else { throw .unknownKey(id: id) }
        return key
    }

    private static func authenticated(keyID: String, purpose: SealPurpose, context: String) -> [UInt8] {
        LengthPrefixed.join(SealedRecord.version, keyID, purpose.rawValue, context)
    }
}

/// The parts of a record's text: `v1.KEYID.BASE64(nonce | ciphertext | tag)`.
struct SealedRecord {
    static let version = "v1"
    /// The minimum length of the sealed bytes: 12 of nonce and 16 of tag (NIST SP 800-38D), around a ciphertext that
    /// may be empty.
    private static let minimumBoxLength = 28

    let keyID: String
    let box: [UInt8]

    var text: String { "\(Self.version).\(keyID).\(Base64Text.encode(box, as: .padded))" }
}

extension SealedRecord {
    init(parsing text: String) throws(SealError) {
        guard text.utf8.count <= Sealer.maximumRecordLength else { throw .tooLong }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual(Self.version.utf8) else { throw .malformed }
        let keyID = String(Substring(parts[1]))
        guard SecretKey.isValidID(keyID),
            let box = Base64Text.decode(String(Substring(parts[2])), as: .padded),
            box.count >= Self.minimumBoxLength
        else { throw .malformed }
        self.init(keyID: keyID, box: box)
    }
}

/// The purpose of a sealed record. Each has its own key; raw values are part of the stored format.
enum SealPurpose: String, CaseIterable, Sendable {
    /// The PHC string of a user's passcode.
    case passcodeHash
    /// The recovery key of a client.
    case recoveryKey
    /// The public key of a passkey.
    case passkey
    /// The private key of a device's unlock key.
    case unlockKey
    /// A queued email.
    case emailBody = "mailBody"
    /// A browser's sign-in attempt at the team's provider.
    case providerAttempt
    /// The proof of a provider's login for a passcode reset.
    case providerReset
    /// The record that identifies the keys of the database.
    case keyCheck
}

/// The reason why a record cannot be encrypted or decrypted.
enum SealError: Error, Equatable {
    /// The text is not `v1.KEYID.BASE64` with a nonce and a tag.
    case malformed
    /// The record exceeds `Sealer.maximumRecordLength`.
    case tooLong
    /// No configured key has the record's key ID.
    case unknownKey(id: String)
    /// The record was altered, or has another key, purpose or context.
    case notAuthentic
}
