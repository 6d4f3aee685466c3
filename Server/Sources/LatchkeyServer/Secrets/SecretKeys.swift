import Foundation

/// The keys kept outside the database, in order: the first encrypts, all decrypt.
struct SecretKeys: Sendable, Redacted {
    /// A rotation needs two; every lookup of a token tries one digest a key, so there is a ceiling.
    static let maximumCount = 16
    /// 16 keys with the longest ids are 1,263 bytes.
    static let maximumTextLength = 4096

    let first: SecretKey
    private let others: [SecretKey]

    var all: [SecretKey] { [first] + others }

    var description: String { "SecretKeys(\(all.map(\.id).joined(separator: ", ")): redacted)" }

    /// Reads `id:base64,id:base64`. White space around the whole text is ignored, so that a file may end with a newline.
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
