/// The reason that a secret could not be stored, read or deleted. Absence is not an error: `load` returns nil.
///
/// No case contains any part of the secret.
public enum SecureStorageError: Error, Equatable, Sendable {
    /// The value of this type cannot be written as JSON; nothing was stored.
    case encodingFailed(type: String)
    /// The record is intact, but does not contain a value of this type.
    case decodingFailed(type: String)
    /// The system failed to store; the secret has the old value or the new one.
    case saveFailed(SystemFailure)
    /// The system failed to read; whether the secret exists is unknown.
    case loadFailed(SystemFailure)
    /// The system failed to delete; the secret may still exist.
    case deleteFailed(SystemFailure)
    /// A record exists, but is incomplete, changed, of another origin, or encrypted with another key.
    case unreadable(reason: String)
    /// Another process has locked the store for too long; perhaps it was stopped during a change. Nothing was changed.
    case busy
    /// The secret exists, and can be read once the device or keyring is unlocked or after a prompt.
    case locked
    /// The user dismissed the prompt that would have released the secret.
    case cancelled
    /// The user failed to match at the prompt.
    case authenticationFailed
    /// The system cannot request a match, for this reason. The secret still exists.
    case matchUnavailable(MatchObstacle)
    /// The store does not support the access level. Nothing was stored.
    case unsupportedAccess(SecureStorageAccess)
    /// The key is empty, longer than 255 UTF-8 bytes, or contains the byte 0.
    case invalidKey
    /// Other users may read or change the file or directory at the path. It was not used.
    case unsafePermissions(path: String)
}
