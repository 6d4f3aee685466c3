// Exported, so that an app that names a text or a language needs no second import.
@_exported public import LatchkeyCore

/// A session's texts for users in one language.
public typealias SessionTexts = LocalizedTexts<SessionText>

/// The keys of a session's texts for users.
public enum SessionText: String, TextKey {
    // The session and the vault.
    case signedOut, sessionEnded, otherAccount, passcodeNeeded, formerPasscodeNeeded, storageTrouble
    // Rejections of the server.
    case codeWrong, resetRequired, teamRequiresPasscode, emailSignInDisabled, tooManyRequests
    /// The team's own login has signed the user in, but the server has not.
    case signInRejected, signInConflict
    // No response.
    case offline, insecureConnection, serverTrouble

    /// The session's texts in each language, English first.
    public static var translations: [SessionTexts] {
        [english, french, german, spanish, italian, portuguese, dutch, polish, japanese, arabic]
    }
}
