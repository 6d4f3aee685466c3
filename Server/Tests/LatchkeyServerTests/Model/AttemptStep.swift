/// The purpose of an attempt: unlocking, or changing or disabling the passcode.
enum AttemptPurpose: String, Hashable, Sendable { case unlock, change, disable }

/// A step of a verification, or of another operation on its account.
enum AttemptStep: Hashable, Sendable {
    /// An attempt is reserved; in a locked session only to unlock.
    case reserve(String, session: String, AttemptPurpose)
    /// The attempt is rejected.
    case reject(session: String, AttemptPurpose)
    case hash(String, isRight: Bool)
    /// Settled as wrong.
    case count(String)
    /// Settled as correct, and effective.
    case open(String, AttemptPurpose)
    /// Settled as correct without an effect: session, lock or passcode has changed.
    case drop(String)
    /// The attempt was already settled elsewhere.
    case miss(String)
    /// Refunded: nothing was hashed.
    case delete(String)
    /// The time to settle has passed.
    case expire(String)
    /// Expired attempts become failures.
    case sweep
    case lock(String)
    case end(String)
    case enter(String, isLocked: Bool)
    /// The passcode is enabled from this session: the others lock.
    case enable(String)
    /// A reset by email, which keeps this session.
    case reset(String)
    /// The passcode is set, replaced, enabled or disabled without an attempt.
    case changePasscode(isReset: Bool)
    /// The account requires a reset.
    case requireReset
    /// A session continues with another passcode.
    case replace(String, isLocked: Bool)
    /// A passcode was hashed for an attempt that is not proven to be stored.
    case unbelieved(String)
}
