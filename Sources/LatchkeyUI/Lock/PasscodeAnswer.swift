public import LatchkeyBiometrics
public import LatchkeyPasscode
public import LatchkeySession

/// What came of a step that took a passcode, as screens tell it.
public enum PasscodeAnswer: Sendable, Equatable {
    /// It is done.
    case accepted
    /// The passcode is wrong. So many guesses are left, or nil when there is no limit.
    case wrong(remaining: Int?)
    /// No guess is accepted for so long: none was made.
    case wait(Duration)
    /// The new passcode is too easy to guess, for this reason; nil when only the server knows it.
    case refused(PasscodePolicy.Refusal?)
    /// The new passcode is the present one.
    case reused
    /// The two that were typed are not the same.
    case differs
    /// All guesses are spent.
    case exhausted
    /// The account takes no passcode until it is reset by mail.
    case resetRequired
    /// The account's passcode is right, and does not open what this device keeps: the one that it knew before does.
    case formerPasscodeNeeded
    /// Only the server can tell, and it was not reached.
    case offline
    /// The device has no biometrics that could be asked for, for this reason.
    case unavailable(BiometricAuthError)
    /// The session has ended: signing in comes next.
    case signedOut
    /// The app was locked meanwhile, or has moved on: there is nothing to tell.
    case overtaken
    /// It was not done, for this reason.
    case failed(SessionError)
}
