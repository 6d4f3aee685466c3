import LatchkeyAPI

/// A page with its data.
enum Page: Sendable {
    /// Requests the email address, then the code from the email.
    case signIn
    /// The target of a sign-in link. Acts only on a click.
    case signInVerify
    /// Sets or changes the passcode.
    case setPasscode(User)
    case lock(User, AttemptStatus)
    /// Resets the passcode with an emailed link, or with address and code.
    case resetPasscode
    /// The target of the link "this wasn't me". Acts only on a click.
    case disown
    case securitySettings(User, DeliveryStatus? = nil)
    case activity(User)
    /// Sample tickets behind the lock.
    case desk(User, [RepairTicket])
    /// Explains a problem type.
    case problem(ProblemType)
    /// Reports that the team's provider does not respond.
    case providerDown
    /// Emails stored as files, in development.
    case mailbox([MailboxEntry])
    case notFound
}

/// A page for unlocked sessions, by its path.
enum SignedInPage: String, CaseIterable, Sendable {
    case root = "/"
    case securitySettings = "/settings/security"
    case activity = "/activity"
    case setPasscode = "/set-passcode"
}
