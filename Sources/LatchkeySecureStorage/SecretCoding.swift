package import Foundation
internal import LatchkeyCore

/// The coding of values as bytes, which all stores share.
package enum SecretCoding {
    /// The longest key, in UTF-8 bytes.
    package static let maximumKeyLength = 255

    /// Throws unless the key may name a secret.
    package static func check(key: String) throws(SecureStorageError) {
        guard (1...maximumKeyLength).contains(key.utf8.count), !key.utf8.contains(0) else { throw .invalidKey }
    }

    /// The value as JSON; equal values give equal bytes, since the keys are sorted.
    package static func encode<Value: Encodable>(_ value: Value) throws(SecureStorageError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(value)
        } catch {
            // The encoder's own error may quote the value.
            throw .encodingFailed(type: "\(Value.self)")
        }
    }

    /// The value that ``encode(_:)`` wrote.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data
    ) throws(SecureStorageError) -> Value {
        // Not all that is read was written by ``encode(_:)``.
        if type == StoredText.self, let text = StoredText(bytes: data) as? Value { return text }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw .decodingFailed(type: "\(type)")
        }
    }

    /// What a change leaves to be done with the record.
    package enum Change {
        case none
        case store(Data)
        case delete
    }

    /// Runs the body of an `update` on the stored bytes. They, and those that are to be stored, are the caller's to
    /// overwrite; what is made in between is overwritten here.
    package static func change<Value: Codable, Outcome>(
        _ type: Value.Type, in stored: Data?, wiping: (UnsafeMutableRawBufferPointer) -> Void = wipe,
        _ body: (inout Value?) -> Outcome
    ) throws(SecureStorageError) -> (Outcome, Change) {
        var value: Value?
        if let stored { value = try decode(type, from: stored) }
        // Compared with its own encoding, not with the stored bytes: what another version wrote is not rewritten.
        var before: Data?
        if let value { before = try encode(value) }
        defer { before?.overwrite(by: wiping) }
        let outcome = body(&value)
        guard let value else { return (outcome, stored == nil ? .none : .delete) }
        let after = try encode(value)
        guard after != before else {
            after.overwrite(by: wiping)
            return (outcome, .none)
        }
        return (outcome, .store(after))
    }
}
