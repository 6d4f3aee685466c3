public import LatchkeySecureStorage

/// The reason that an app's secure storage cannot be opened. Nothing was stored or changed.
public enum LinuxStorageError: Error, Equatable, Sendable {
    /// There is no keyring, for the system's reason, and the user has not chosen files.
    case notChosen(reason: String)
    /// The secrets are in a keyring or the user chose it, but there is none, for the system's reason.
    case noKeyring(reason: String)
    /// The keyring does not respond.
    case silent
    /// The keyring is locked, and the user was not prompted or did not unlock it.
    case locked
    /// The secrets are in another keyring than the current one.
    case otherKeyring
    /// The storage failed.
    case storage(SecureStorageError)
    /// The app's folder cannot be read or written.
    case folder(path: String)
}
