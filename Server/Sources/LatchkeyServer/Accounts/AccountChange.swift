/// What an operator changes about an account.
public enum AccountChange: Sendable {
    /// Ends all its sessions.
    case endSessions
    /// Destroys its passcode: only a reset gives it another one. Its sessions end.
    case requireReset
    /// Ends its sessions, and lets none begin. Mails to it are not made.
    case suspend
    /// Takes back a suspension. The passcode is what it was.
    case resume
}

/// A change that an account cannot have.
public enum AccountChangeError: Error, Equatable, Sendable {
    /// No passcode is set that could be reset.
    case passcodeNotSet
}
