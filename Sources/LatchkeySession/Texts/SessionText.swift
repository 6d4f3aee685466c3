// Exported: an app that names a text or a language needs no second import.
@_exported public import LatchkeyCore

/// What a session says to users, in one language.
public typealias SessionTexts = LocalizedTexts<SessionText>

/// The names of what a session says to users.
public enum SessionText: String, TextKey {
    // The session and the vault.
    case signedOut, sessionEnded, otherAccount, passcodeNeeded, formerPasscodeNeeded, storageTrouble
    // What the server rejects.
    case codeWrong, resetRequired, teamRequiresPasscode, mailSignInOff, tooManyRequests
    /// The team's own login has signed the user in, and the server has not.
    case signInRefused, signInConflict
    // No answer.
    case offline, insecureConnection, serverTrouble

    public static var translations: [SessionTexts] { [english, french] }
}
