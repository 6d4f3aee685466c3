/// The outcome of signing in.
public enum SignInOutcome: Sendable, Equatable {
    /// There is a session: the model's state shows the next step.
    case signedIn
    /// There already is a session.
    case alreadySignedIn
    /// The vault on this device belongs to another account. Signing that account out first erases the vault.
    case otherAccount
    /// The user is not signed in, for this reason.
    case failed(SessionError)
}

/// The outcome of a manual lock.
public enum ManualLockOutcome: Sendable, Equatable {
    /// The app and the server's session are locked.
    case everywhere
    /// The app is locked. The server was not informed, because it was not reached or the access token had expired. It
    /// locks the session after its idle time.
    case here
    /// Nothing was locked: there is no passcode that could open the app again.
    case noPasscode
}

/// The server's confirmation of an unlock.
public enum ConfirmationOutcome: Sendable, Equatable {
    /// The server confirms it.
    case confirmed
    /// The server was not reached or is unavailable, for this reason. The app stays open.
    case unconfirmed(SessionError)
    /// The passcode was changed on another device, or the server requires it. The app is locked.
    case passcodeNeeded
    /// The session has ended. The app is locked, and its tokens are deleted.
    case sessionEnded
    /// The app was locked or signed out meanwhile.
    case superseded
}
