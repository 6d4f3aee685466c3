/// Who is signed in, and what comes next: a value that only events change, by fixed rules. Whether the app is open is
/// the lock's state, not part of this one.
struct SessionState: Sendable, Equatable {
    /// How far signing in has come.
    enum Phase: Sendable, Equatable {
        /// What is stored has not been read yet.
        case loading
        /// What is stored cannot be read.
        case unreadable(SessionError)
        /// There are no usable tokens.
        case signedOut
        /// Tokens of an account without a passcode, in memory, or in the vault if the team has come to require one.
        case offering
        /// Tokens in memory; the passcode has to be given to the server before anything opens.
        case unverified
        /// Tokens in the vault.
        case signedIn
    }

    /// Identifies the time between two changes of who is signed in. An event of an earlier epoch changes nothing.
    struct Epoch: Sendable, Hashable {
        var number: UInt64 = 0
    }

    var phase = Phase.loading
    var epoch = Epoch()
    /// Why the person is asked for the passcode again, or what has just been done, or nil.
    var notice: SessionNotice?
    /// Whether only the passcode opens: after a manual lock, or because the server asks for it.
    var isPasscodeDemanded = false
    /// Whether there was a sign-in since launch after which biometrics were neither turned on nor declined.
    var isOfferDue = false
    /// Whether the person signs in instead: the only prompt that opens the app was cancelled, or the team forbids it.
    var isSignInPreferred = false
}

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
