/// What an attempt is made for: to open its session, or to change or to disable the passcode.
enum AttemptPurpose: String, Hashable, Sendable { case unlock, change, disable }

/// A step of a check, or of whatever else happens to its account.
enum AttemptStep: Hashable, Sendable {
    /// An attempt is reserved; one of a locked session is refused unless it is to open it.
    case reserve(String, session: String, AttemptPurpose)
    /// None is.
    case refuse(session: String, AttemptPurpose)
    case hash(String, isRight: Bool)
    /// Settled as wrong.
    case count(String)
    /// Settled as right, and done.
    case open(String, AttemptPurpose)
    /// Settled as right, and of no effect: its session, its lock or the passcode is another by now.
    case drop(String)
    /// Something else has settled it.
    case miss(String)
    /// Given back: nothing was hashed for it.
    case delete(String)
    /// The time to settle it is over.
    case expire(String)
    /// Attempts whose time is over become failures.
    case sweep
    case lock(String)
    case end(String)
    case enter(String, isLocked: Bool)
    /// The passcode is enabled from this session: the others lock.
    case enable(String)
    /// A reset by mail, which leaves this session.
    case reset(String)
    /// The passcode is set, replaced, enabled or disabled by who needs no attempt.
    case changePasscode(isReset: Bool)
    /// Only a reset helps from now on.
    case requireReset
    /// A session goes on under another passcode.
    case replace(String, isLocked: Bool)
    /// Something was hashed for an attempt that is not known to be kept.
    case unbelieved(String)
}
