/// The reason why there are no keys. Entries are identified only by position, because swapped IDs and keys must not
/// appear in a log.
enum SecretKeysError: Error, Equatable, CustomStringConvertible {
    /// There is no key.
    case empty
    /// The text exceeds any list of keys.
    case tooLong
    /// There are more keys than a rotation requires.
    case tooMany
    /// An entry is not `id:base64`.
    case malformedEntry(position: Int)
    /// An ID is not 1 to 32 letters, digits, `_` or `-`.
    case invalidID(position: Int)
    /// An ID is a duplicate.
    case duplicateID(position: Int)
    /// A key is not the base64 of 32 bytes.
    case invalidKey(position: Int)
    /// Group or others may read or write the file.
    case fileTooOpen(path: String)
    /// The system rejected access to the file, or it is not a regular file.
    case fileFailed(path: String, reason: String)
    /// The file does not contain keys. It is never overwritten.
    indirect case fileInvalid(path: String, reason: SecretKeysError)

    var description: String {
        switch self {
        case .empty: "no secret key is set"
        case .tooLong: "the secret keys exceed \(SecretKeys.maximumTextLength) bytes"
        case .tooMany: "there are more than \(SecretKeys.maximumCount) secret keys"
        case .malformedEntry(let position): "secret key \(position) is not of the form id:base64"
        case .invalidID(let position):
            "the ID of secret key \(position) is not 1 to 32 letters, digits, underscores or hyphens"
        case .duplicateID(let position): "the ID of secret key \(position) is a duplicate"
        case .invalidKey(let position): "secret key \(position) must be 32 bytes in base64"
        case .fileTooOpen(let path): "\(Self.quoted(path)) is accessible to group or others; set its mode to 0600"
        case .fileFailed(let path, let reason): "\(Self.quoted(path)): \(reason)"
        case .fileInvalid(let path, let reason): "\(Self.quoted(path)): \(reason)"
        }
    }

    // Escapes line breaks, so that the message is one line.
    private static func quoted(_ path: String) -> String { path.debugDescription }
}
