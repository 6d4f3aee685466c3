public import Foundation
public import LatchkeyAPI
public import LatchkeyPasscode

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

/// What came of giving the passcode.
public enum SessionUnlockOutcome: Sendable, Equatable {
    /// The app is open.
    case unlocked
    /// The passcode is wrong. So many guesses are left, or nil when there is no limit.
    case wrong(remaining: Int?)
    /// It is too early for another guess: none was made. By the wall clock as it stands now.
    case waitUntil(Date)
    /// The server lets nobody guess for so long: none was made.
    case wait(Duration)
    /// All guesses are spent. Sign in and reset the passcode by mail: what was sealed is kept.
    case exhausted
    /// A lock came while the passcode was checked, and wins.
    case superseded
    /// There is no passcode that could be checked.
    case noPasscode
    /// The account takes no passcode until it is reset by mail.
    case resetRequired
    /// Only the server can tell, and it was not reached.
    case offline
    /// The session has ended: sign in again. What was sealed is kept.
    case sessionEnded
    /// The passcode is the account's, but neither it nor the recovery key opens the vault here. Give the passcode that
    /// this device knew, by ``SessionModel/openVault(knownAs:now:)``, or sign out, which erases the vault.
    case vaultClosed
    /// Nothing was found out about the passcode, for this reason.
    case failed(SessionError)
}

/// What came of setting, changing, enabling or disabling the passcode, or of setting the timeout, all of which need the
/// server.
public enum PasscodeChangeOutcome: Sendable, Equatable {
    /// It is done, on the server and here.
    case done
    /// The new passcode is too easy to guess.
    case refused(PasscodePolicy.Refusal)
    /// The server refuses the new passcode; nil when this version does not know why.
    case weak(WeakPasscodeReason?)
    /// The server takes the present passcode for this, and none was given.
    case passcodeNeeded
    /// The present passcode is wrong. So many guesses are left.
    case wrong(remaining: Int)
    /// The server lets nobody guess for so long.
    case wait(Duration)
    /// The server was not reached: nothing was changed here. When the connection broke in the middle, it may have been
    /// changed there; the next unlock finds out.
    case offline
    /// Not in this state: the app is locked, or there is a passcode, or there is none.
    case notNow
    /// The session has ended: sign in again. What was sealed is kept.
    case sessionEnded
    /// It is done on the server, and will be made good here with the next unlock that reaches it.
    case pendingHere(SessionUnlockOutcome)
    /// It was not done, for this reason.
    case failed(SessionError)
}

/// What came of choosing a new passcode by mail.
public enum PasscodeResetOutcome: Sendable, Equatable {
    /// The passcode is set, and the vault is open with all that it sealed.
    case unlocked
    /// The passcode is set, and every session ended: sign in again, and give it.
    case signInAgain
    /// The new passcode is too easy to guess; the mail still counts.
    case refused(PasscodePolicy.Refusal)
    /// The server refuses the new passcode; the mail still counts.
    case weak(WeakPasscodeReason?)
    /// The passcode is set on the server; the vault is not open, for this reason.
    case closed(SessionUnlockOutcome)
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
