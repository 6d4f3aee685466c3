/// The reason why there are no keys. Entries are named by position only: a person who swaps id and key must not read
/// the key in a log.
enum SecretKeysError: Error, Equatable, CustomStringConvertible {
    /// There is no key at all.
    case empty
    /// The text is longer than any list of keys can be.
    case tooLong
    /// There are more keys than a rotation can need.
    case tooMany
    /// An entry is not `id:base64`.
    case malformedEntry(position: Int)
    /// An id is not 1 to 32 letters, digits, `_` or `-`.
    case invalidID(position: Int)
    /// An id occurs twice.
    case duplicateID(position: Int)
    /// A key is not the base64 of 32 bytes.
    case invalidKey(position: Int)
    /// Group or others may read or write the file.
    case fileTooOpen(path: String)
    /// The system refused to read or write the file, or it is no regular file.
    case fileFailed(path: String, reason: String)
    /// The file is there but does not hold keys; it is never overwritten.
    indirect case fileInvalid(path: String, reason: SecretKeysError)

    var description: String {
        switch self {
        case .empty: "no secret key is given"
        case .tooLong: "the secret keys are longer than \(SecretKeys.maximumTextLength) bytes"
        case .tooMany: "there are more than \(SecretKeys.maximumCount) secret keys"
        case .malformedEntry(let position): "secret key \(position) is not of the form id:base64"
        case .invalidID(let position):
            "the id of secret key \(position) is not 1 to 32 letters, digits, underscores or hyphens"
        case .duplicateID(let position): "the id of secret key \(position) occurs twice"
        case .invalidKey(let position): "secret key \(position) is not the base64 of 32 bytes"
        case .fileTooOpen(let path): "\(Self.quoted(path)) is open to group or others; its mode must be 0600"
        case .fileFailed(let path, let reason): "\(Self.quoted(path)): \(reason)"
        case .fileInvalid(let path, let reason): "\(Self.quoted(path)): \(reason)"
        }
    }

    // Escapes line breaks: the text stays one line whatever the path holds.
    private static func quoted(_ path: String) -> String { path.debugDescription }
}
