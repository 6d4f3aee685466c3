public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeySecureStorage

/// The reason that a call of the session failed.
public enum SessionError: Error, Equatable, Sendable {
    /// No user is signed in.
    case signedOut
    /// The server has ended the session, or the stored tokens belonged to another account. The tokens are deleted; the
    /// vault and its sealed data are kept.
    case ended
    /// The vault is locked, and the session's tokens are sealed in it.
    case locked
    /// The vault on this device belongs to another account. Signing that account out erases it.
    case otherAccount
    /// The passcode is the account's, but neither it nor the recovery key opens the vault on this device. Call
    /// ``SessionModel/openVault(knownAs:now:)`` with this device's previous passcode, or sign out, which erases the
    /// vault.
    case formerPasscodeNeeded
    /// The server rejected the call, or did not respond.
    case api(APIError)
    /// The vault could not be read or written.
    case vault(VaultError)
    /// The session's record could not be read or written.
    case storage(SecureStorageError)
    /// The lock between processes could not be acquired. The code is the system's `errno`: `ETIMEDOUT` if another
    /// process held the lock for too long.
    case sessionLock(code: Int32)
    /// The task was cancelled before the request was sent: nothing was done.
    case cancelled
}

extension SessionError {
    package init(_ error: VaultError) { self = error == .locked ? .locked : .vault(error) }

    /// Whether the server was not reached or is unavailable, so that the same call may succeed later.
    public var isOffline: Bool {
        guard case .api(let error) = self else { return false }
        switch error {
        case .offline, .connectionLost, .timedOut, .cancelled, .insecureConnection, .transportFailed, .unexpected,
            .internalError, .temporarilyUnavailable:
            return true
        default:
            return false
        }
    }
}
