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
    /// The accounts of the team, for administrators like the next three.
    case people(User)
    /// One account, whose ID is in the page's path.
    case person(User)
    case team(User)
    case administrationLog(User)
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
    case people = "/people"
    case team = "/people/team"
    case administrationLog = "/people/log"
    case person = "/people/{id}"

    /// Returns nil if there is no such page at the path.
    init?(path: String) {
        if let page = Self(rawValue: path) {
            self = page
        } else if path.hasPrefix("/people/"), HexText.decode(String(path.dropFirst("/people/".count)))?.count == 16 {
            self = .person
        } else {
            return nil
        }
    }

    /// Whether only administrators may see it.
    var isForAdministrators: Bool {
        switch self {
        case .people, .team, .administrationLog, .person: true
        case .root, .securitySettings, .activity, .setPasscode: false
        }
    }
}
