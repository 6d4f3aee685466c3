/// What came of signing in.
public enum SignInOutcome: Sendable, Equatable {
    /// There is a session: the model's state says what comes next.
    case signedIn
    /// Somebody is signed in already.
    case alreadySignedIn
    /// The vault here belongs to another account: it has to be signed out first, which erases it.
    case otherAccount
    /// It was not done, for this reason.
    case failed(SessionError)
}

/// How far a lock by hand reached.
public enum HandLockOutcome: Sendable, Equatable {
    /// Here and on the server.
    case everywhere
    /// Here; the server was not reached, and locks the session when it has been idle.
    case here
    /// There is no passcode that could open it again.
    case noPasscode
}

/// What the server said about an unlock.
public enum Confirmation: Sendable, Equatable {
    /// The server agrees.
    case confirmed
    /// The server was not reached, or something else kept it from saying: the app stays open.
    case unconfirmed(SessionError)
    /// The passcode was changed elsewhere, or must be given: the app is locked.
    case passcodeNeeded
    /// The session has ended: the app is locked, and its tokens are gone.
    case sessionEnded
    /// The app was locked or signed out meanwhile.
    case superseded
}
