/// The outcome of signing in.
public enum SignInOutcome: Sendable, Equatable {
    /// There is a session: the model's state says what comes next.
    case signedIn
    /// There is a session already.
    case alreadySignedIn
    /// The vault here belongs to another account. Signing that account out first erases the vault.
    case otherAccount
    /// The person is not signed in, for this reason.
    case failed(SessionError)
}

/// The outcome of a manual lock.
public enum ManualLockOutcome: Sendable, Equatable {
    /// The app and the server's session are locked.
    case everywhere
    /// The app is locked. The server was not told, because it was not reached or the access token had expired; it locks
    /// the session once that has been idle.
    case here
    /// Nothing was locked: there is no passcode that could open the app again.
    case noPasscode
}

/// What the server said about an unlock.
public enum ConfirmationOutcome: Sendable, Equatable {
    /// The server confirms it.
    case confirmed
    /// The server was not reached, or could not answer, for this reason: the app stays open.
    case unconfirmed(SessionError)
    /// The passcode was changed on another device, or the server asks for it: the app is locked.
    case passcodeNeeded
    /// The session has ended: the app is locked, and its tokens are removed.
    case sessionEnded
    /// The app was locked or signed out meanwhile.
    case superseded
}
