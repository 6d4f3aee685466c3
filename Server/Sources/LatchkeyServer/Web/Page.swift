import LatchkeyAPI

/// A page with the data that it shows.
enum Page: Sendable {
    /// Asks for an e-mail address, then for the code from the mail.
    case signIn
    /// The target of the link in a sign-in mail. It acts on a click only.
    case signInVerify
    /// Sets the first passcode, or changes it.
    case setPasscode(User)
    case lock(User, AttemptStatus)
    /// Resets the passcode by the link of a reset mail, or by address and code.
    case resetPasscode
    /// The target of the link "this wasn't me" in a notice. It acts on a click only.
    case disown
    case securitySettings(User, MailTrouble? = nil)
    case activity(User)
    /// The sample tickets that the lock protects.
    case desk(User, [RepairTicket])
    /// Explains a kind of problem.
    case problem(ProblemType)
    /// Says that the team's provider does not answer.
    case providerDown
    /// The mails that were written to files instead of being sent; in development only.
    case mailbox([MailboxEntry])
    case notFound
}

/// A page that only an unlocked session sees, by its path.
enum SignedInPage: String, CaseIterable, Sendable {
    case root = "/"
    case securitySettings = "/settings/security"
    case activity = "/activity"
    case setPasscode = "/set-passcode"
}
