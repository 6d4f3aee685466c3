package import Foundation
internal import LatchkeyCore

/// The conversion between values and bytes that all stores share.
package enum SecretCoding {
    /// The longest key, in UTF-8 bytes.
    package static let maximumKeyLength = 255

    /// Throws unless the key is valid.
    package static func check(key: String) throws(SecureStorageError) {
        guard (1...maximumKeyLength).contains(key.utf8.count), !key.utf8.contains(0) else { throw .invalidKey }
    }

    /// Returns the value as JSON. Equal values give equal bytes, since the keys are sorted.
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

    /// Decodes a value that ``encode(_:)`` encoded.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from data: Data
    ) throws(SecureStorageError) -> Value {
        // The bytes may be of another origin than ``encode(_:)``.
        if type == StoredText.self, let text = StoredText(bytes: data) as? Value { return text }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw .decodingFailed(type: "\(type)")
        }
    }

    /// The write that follows from a change.
    package enum Change {
        case none
        case store(Data)
        case delete
    }

    /// Runs the body of an `update` on the stored bytes. The caller overwrites these bytes and the returned ones;
    /// intermediate copies are overwritten here.
    package static func change<Value: Codable, Outcome>(
        _ type: Value.Type, in stored: Data?, wiping: (UnsafeMutableRawBufferPointer) -> Void = wipe,
        _ body: (inout Value?) -> Outcome
    ) throws(SecureStorageError) -> (Outcome, Change) {
        var value: Value?
        if let stored { value = try decode(type, from: stored) }
        // Compared with its own encoding, not with the stored bytes, so that another version's encoding is not
        // rewritten.
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
