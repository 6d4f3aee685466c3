/// Why a secret could not be stored, read or removed. Absence is not an error: `load` returns nil.
///
/// No case has any part of the secret.
public enum SecureStorageError: Error, Equatable, Sendable {
    /// The value of this type cannot be written as JSON; nothing was stored.
    case encodingFailed(type: String)
    /// The record is intact, but does not hold a value of this type.
    case decodingFailed(type: String)
    /// The system refused to store; the old value or the new one is there.
    case saveFailed(SystemFailure)
    /// The system refused to read; nothing is known about the secret.
    case loadFailed(SystemFailure)
    /// The system refused to remove; the secret may still be there.
    case deleteFailed(SystemFailure)
    /// There is a record, but it is incomplete, changed, of another origin, or sealed under another key.
    case unreadable(reason: String)
    /// Another process has held the store for too long; perhaps it was stopped during a change. Nothing was changed.
    case busy
    /// The secret is there, and can be read once the device or the keyring is unlocked or its owner has been asked.
    case locked
    /// The user dismissed the prompt that would have released the secret.
    case cancelled
    /// The system asked for a match and did not get one.
    case authenticationFailed
    /// The system asked for no match, for this reason; the secret is still there.
    case matchUnavailable(MatchObstacle)
    /// This store cannot keep the promise of the access level; nothing was stored.
    case unsupportedAccess(SecureStorageAccess)
    /// The key is empty, longer than 255 UTF-8 bytes, or contains the byte 0.
    case invalidKey
    /// Others may read or change the file or directory at the path; it was not used.
    case unsafePermissions(path: String)
}
