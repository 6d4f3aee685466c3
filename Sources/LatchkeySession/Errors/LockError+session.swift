public import LatchkeyAPI
public import LatchkeyLock
public import LatchkeySecureStorage

extension SessionError: SessionFailure {}

extension LockError {
    /// Creates the error of a lock from an error of its session.
    ///
    /// - Parameter error: An error of the session, which may wrap an error of the vault.
    public init(_ error: SessionError) {
        self =
            switch error {
            case .vault(let error): .vault(error)
            case .locked: .locked
            default: .session(error)
            }
    }

    /// The session's error; nil for an error of the vault.
    public var sessionError: SessionError? {
        if case .session(let error) = self { error as? SessionError } else { nil }
    }

    /// No user is signed in: ``SessionError/signedOut``.
    public static var signedOut: LockError { .session(SessionError.signedOut) }
    /// The server ended the session: ``SessionError/ended``.
    public static var ended: LockError { .session(SessionError.ended) }
    /// The vault is locked: ``SessionError/locked``, as an error of the vault.
    public static var locked: LockError { .vault(.locked) }
    /// The device has the data of another account: ``SessionError/otherAccount``.
    public static var otherAccount: LockError { .session(SessionError.otherAccount) }
    /// The former passcode is required: ``SessionError/formerPasscodeNeeded``.
    public static var formerPasscodeNeeded: LockError { .session(SessionError.formerPasscodeNeeded) }
    /// A call of the server failed: ``SessionError/api(_:)``.
    public static func api(_ error: APIError) -> LockError { .session(SessionError.api(error)) }
    /// The secure storage failed: ``SessionError/storage(_:)``.
    public static func storage(_ error: SecureStorageError) -> LockError { .session(SessionError.storage(error)) }
}
