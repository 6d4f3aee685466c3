/// A change of an account by the operator.
public enum AccountChange: Sendable {
    /// Ends all sessions.
    case endSessions
    /// Deletes the passcode, so that it must be reset. Ends all sessions.
    case requireReset
    /// Ends all sessions, and blocks new ones and emails.
    case suspend
    /// Ends a suspension. The passcode is unchanged.
    case resume
}

/// A change that does not apply to an account.
public enum AccountChangeError: Error, Equatable, Sendable {
    /// There is no passcode to reset.
    case passcodeNotSet
}
