/// Why the session asks the person for the passcode again, or what it has just done.
public enum SessionNotice: Sendable, Equatable {
    /// The server has ended the session.
    case sessionEnded
    /// The passcode was changed on another device: the new one opens.
    case passcodeChanged
    /// The server asks for the passcode.
    case passcodeNeeded
    /// The passcode was reset by mail, and the new one counts. Until the app locks: show it while the state is
    /// ``SessionModel/State/ready``, and then call ``SessionModel/dismissNotice()``.
    case passcodeReset
}
