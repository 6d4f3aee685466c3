/// An event that may change the session. Any event may come in any state, twice, late or never.
enum SessionEvent: Sendable, Equatable {
    /// What comes after signing in.
    enum Arrival: Sendable, Equatable {
        /// The account's passcode.
        case passcode
        /// The offer to set one up.
        case offer
        /// Nothing: the tokens are in the vault, or will be once it opens.
        case none
    }

    /// What is stored is being read.
    case loading
    /// What is stored cannot be read.
    case failedToLoad(SessionError)
    /// There is no session to restore.
    case nothingStored
    /// The stored session is restored; after a manual lock only the passcode opens it.
    case restored(isManuallyLocked: Bool)
    /// Signing in, or a reset by mail, has given new tokens.
    case signedIn(SessionEvent.Arrival)
    /// The vault is open, and the tokens are in it; the notice is shown.
    case kept(SessionState.Epoch, SessionNotice?)
    /// The vault was opened by the passcode that it has.
    case passcodeGiven
    /// The lock was opened, by any proof.
    case unlocked
    /// The person asked to lock.
    case lockedManually
    /// The server says that the passcode was changed. The tokens are in memory.
    case passcodeChanged(SessionState.Epoch)
    /// The server asks for a passcode that opens the vault here.
    case passcodeDemanded(SessionState.Epoch)
    /// The server asks for a passcode that this device does not know. The tokens are in memory.
    case unknownPasscodeDemanded(SessionState.Epoch)
    /// The team requires a passcode, and the account has none.
    case passcodeMissing(SessionState.Epoch)
    /// The server has ended the session.
    case ended(SessionState.Epoch)
    /// The person cancelled the prompt, and there is no passcode to use instead.
    case onlyPromptCancelled
    /// The team forbids the biometrics that alone open the vault, which is locked.
    case onlyProofGone
    /// The tokens are removed, and the vault is kept.
    case dropped
    /// The tokens and the vault are erased.
    case erased
    /// The offer of biometrics was answered.
    case offerAnswered
    /// The notice was dismissed.
    case noticeRead
}

/// The effect of an event, at once.
enum SessionEffect: Sendable, Equatable {
    /// Lock, also a vault without a passcode: the account's is needed, or it is unknown whether it is.
    case withhold
    /// Lock.
    case lock
    /// Lock so that no prompt comes up by itself.
    case lockManually
}
