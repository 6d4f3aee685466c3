/// An event that may change the session. Events may occur in any state, repeatedly, late or never.
enum SessionEvent: Sendable, Equatable {
    /// The next step after signing in.
    enum Arrival: Sendable, Equatable {
        /// The account's passcode is required.
        case passcode
        /// A passcode is offered.
        case offer
        /// No step: the tokens are in the vault, or will be once it opens.
        case none
    }

    /// The stored state is being read.
    case loading
    /// The stored state cannot be read.
    case failedToLoad(SessionError)
    /// There is no session to restore, or new tokens have replaced it.
    case nothingStored
    /// The stored session is restored. After a manual lock only the passcode opens it.
    case restored(isManuallyLocked: Bool)
    /// Signing in, or a reset by email, returned new tokens.
    case signedIn(SessionEvent.Arrival)
    /// The vault is open and contains the tokens. The notice is shown.
    case kept(SessionState.Epoch, SessionNotice?)
    /// The vault's passcode opened it.
    case passcodeGiven
    /// Any proof opened the lock.
    case unlocked
    /// The user locked the app.
    case lockedManually
    /// The server reports a changed passcode. The tokens are in memory.
    case passcodeChanged(SessionState.Epoch)
    /// The server requires a passcode that opens the vault on this device.
    case passcodeDemanded(SessionState.Epoch)
    /// The server requires a passcode that this device does not know. The tokens are in memory.
    case unknownPasscodeDemanded(SessionState.Epoch)
    /// The team requires a passcode, and the account has none.
    case passcodeMissing(SessionState.Epoch)
    /// The server has ended the session.
    case ended(SessionState.Epoch)
    /// The user cancelled the prompt, and there is no passcode to use instead.
    case onlyPromptCancelled
    /// The team does not allow the biometrics that alone open the vault, which is locked.
    case onlyProofForbidden
    /// The tokens are deleted, and the vault is kept.
    case dropped
    /// The tokens and the vault are erased.
    case erased
    /// The user accepted or declined biometrics.
    case offerResolved
    /// The notice was dismissed.
    case noticeRead
}

/// An immediate effect of an event.
enum SessionEffect: Sendable, Equatable {
    /// Lock, even a vault without a passcode: the account's passcode is required, or may be.
    case withhold
    /// Lock.
    case lock
    /// Lock without an automatic prompt.
    case lockManually
}
