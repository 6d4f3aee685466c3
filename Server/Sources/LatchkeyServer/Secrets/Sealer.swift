import Crypto
import LatchkeyCore
import LatchkeyEncoding

/// Encrypts values that must be unreadable in a copy of the database: AES-256-GCM under a key from outside of it.
///
/// A record is bound to its purpose and to a context, such as the id of the user whose row it is in: copied into
/// another row or column it does not open. Nonces are random, good for 2³² records a key and purpose
/// (NIST SP 800-38D, 8.3).
struct Sealer: Sendable, RedactedSecrets {
    /// Bytes of a record's text.
    static let maximumRecordLength = 64 * 1024

    private let firstKeyID: String
    private let keys: [SealPurpose: [String: SymmetricKey]]

    init(keys: SecretKeys) {
        firstKeyID = keys.first.id
        // Derived once: HKDF on every call would cost more than the encryption.
        self.keys = Dictionary(
            uniqueKeysWithValues: SealPurpose.allCases.map { purpose in
                let derived = keys.all.map { ($0.id, $0.derived(for: purpose.rawValue)) }
                return (purpose, Dictionary(uniqueKeysWithValues: derived))
            })
    }

    /// Returns the record of the plaintext, under the first key.
    func seal(_ plaintext: [UInt8], for purpose: SealPurpose, context: String) throws(SealError) -> String {
        // Before any work: the text is longer than what it holds.
        guard plaintext.count <= Self.maximumRecordLength else { throw .tooLong }
        let key = try key(firstKeyID, for: purpose)
        let bound = Self.authenticated(keyID: firstKeyID, purpose: purpose, context: context)
        guard let box = try? AES.GCM.seal(plaintext, using: key, authenticating: bound), let combined = box.combined
        else { throw .malformed }
        let text = SealedRecord(keyID: firstKeyID, box: [UInt8](combined)).text
        guard text.utf8.count <= Self.maximumRecordLength else { throw .tooLong }
        return text
    }

    /// Returns the plaintext, for the same purpose and in the same context only.
    func open(_ record: String, for purpose: SealPurpose, context: String) throws(SealError) -> [UInt8] {
        let record = try SealedRecord(parsing: record)
        let key = try key(record.keyID, for: purpose)
        guard let box = try? AES.GCM.SealedBox(combined: record.box) else { throw .malformed }
        let bound = Self.authenticated(keyID: record.keyID, purpose: purpose, context: context)
        guard let plaintext = try? AES.GCM.open(box, using: key, authenticating: bound) else { throw .notAuthentic }
        return [UInt8](plaintext)
    }

    /// Returns the record sealed under the first key; nil when it is under that key already.
    func resealed(_ record: String, for purpose: SealPurpose, context: String) throws(SealError) -> String? {
        // The id is not authenticated before the record is opened.
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

/// The parts of the text `v1.KEYID.BASE64(nonce | ciphertext | tag)`.
struct SealedRecord {
    static let version = "v1"
    /// 12 bytes of nonce and 16 of tag (NIST SP 800-38D), around a ciphertext that may be empty.
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

/// The content of a sealed record. Each purpose has its own key; the raw values are part of the stored format.
enum SealPurpose: String, CaseIterable, Sendable {
    /// The PHC text of a user's passcode.
    case passcodeHash
    /// A key that a client stores for its own recovery.
    case recoveryKey
    /// The public key of a passkey.
    case passkey
    /// A mail that waits in the outbox.
    case mailBody
    /// A browser's way to the team's provider and back.
    case providerAttempt
    /// What the provider said there, until a passcode is reset by it.
    case providerReset
    /// The row that shows at the start whether the keys are those of the database.
    case keyCheck
}

/// The reason why a record cannot be sealed or opened.
enum SealError: Error, Equatable {
    /// The text is not `v1.KEYID.BASE64` with a nonce and a tag in it.
    case malformed
    /// The record is, or would be, over `Sealer.maximumRecordLength`.
    case tooLong
    /// No configured key has the record's key id.
    case unknownKey(id: String)
    /// The record was altered, or is of another key, purpose or context.
    case notAuthentic
}
