import LatchkeyAPI

/// A page, with the data that it shows.
enum Page: Sendable {
    /// Asks for an e-mail address, then for the code from the mail.
    case signIn
    /// Where the link of a sign-in mail leads; acts on a click only.
    case signInVerify
    /// The first passcode, or a change of it.
    case setPasscode(User)
    case lock(User, LockStanding)
    /// By the link of a reset mail, or by address and code.
    case resetPasscode
    /// Where "this wasn't me" in a notice leads; acts on a click only.
    case disown
    case securitySettings(User, MailTrouble? = nil)
    case activity(User)
    /// What the lock protects.
    case desk(User, [RepairTicket])
    /// What a kind of problem means.
    case problem(ProblemType)
    /// The mails that were written instead of sent; development only.
    case mailbox([MailboxEntry])
    case notFound
}
