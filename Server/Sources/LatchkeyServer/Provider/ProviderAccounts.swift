import LatchkeyAPI
import Logging

/// Whose account a person is who comes from the team's provider.
///
/// The account is known by the provider's name for the person, and never by the address, which can change hands:
///
/// - An account that email has signed in, or that an operator has added, is joined to the first person who comes with
///   its address, if the provider has verified that one. Where its sessions begin locked, it is joined once the
///   passcode was given: whoever has the mailbox by now need not be who chose the passcode. Joining ends all sessions
///   that this person did not begin, and what was emailed.
/// - An account of one person is never another's. Who comes with its address, and has no account, gets none until the
///   address is free: the owner's next sign-in with a new one frees it, or the operator does.
/// - An account's address follows the provider, once the session is unlocked, and unless another account has it. Both
///   addresses are notified.
struct ProviderAccounts: Sendable {
    /// Whether a new person gets an account.
    let isSignUpOpen: Bool
    let activity: ActivityLog
    let rules: TeamRules
    let logger: Logger

    /// Returns the account that the person signs in to. Returns nil when there is none yet.
    ///
    /// - Parameter address: As the provider has verified it.
    /// - Throws: `identityConflict` when the address is that of another person's account.
    func find(
        _ person: AccountIdentity, _ address: EmailAddress?, in transaction: Transaction
    ) throws -> Account? {
        if let account = try transaction.accounts.find(person) { return account }
        guard let address, let account = try transaction.accounts.find(email: address.text) else { return nil }
        guard account.identity == nil else { throw Problem(.identityConflict) }
        return account
    }

    /// Returns the account as it is after a sign-in: one that was found, or a new one.
    ///
    /// - Throws: `invalidToken` for a suspended account as for none, `identityConflict` when there can be none.
    func account(
        _ found: Account?, for person: AccountIdentity, _ address: EmailAddress?, newID: String, _ language: String,
        client: ClientInfo, in transaction: Transaction
    ) throws -> Account {
        guard var account = found else { return try make(newID, person, address, language, in: transaction) }
        guard !account.isSuspended else { throw Problem(.invalidToken) }
        // Its sessions begin locked: what the provider says counts once the passcode was given.
        guard !account.isPasscodeEnabled(under: rules) else { return account }
        if account.identity == nil { try join(&account, to: person, client, in: transaction) }
        if let address { try move(&account, to: address.text, client, in: transaction) }
        return account
    }

    /// Applies what the provider said at the session's sign-in, now that its passcode was given: joins the account to
    /// the person, and gives it the person's address. Where another write may be about either at the moment, that is
    /// left to the next time.
    func confirm(_ account: inout Account, by session: Session, _ client: ClientInfo, in transaction: Transaction)
        throws
    {
        guard let signIn = try transaction.providerSessions.find(sessionID: session.id) else { return }
        if account.identity == nil {
            guard try transaction.accounts.claim(signIn.identity),
                // Meanwhile the person may have got another account.
                try transaction.accounts.find(signIn.identity) == nil
            else { return }
            try join(&account, to: signIn.identity, client, in: transaction)
        }
        guard account.identity == signIn.identity, let email = signIn.pendingEmail,
            try transaction.accounts.claim(address: email)
        else { return }
        try transaction.providerSessions.clearPendingEmails(of: signIn.identity)
        try move(&account, to: email, client, in: transaction)
    }

    private func join(
        _ account: inout Account, to person: AccountIdentity, _ client: ClientInfo, in transaction: Transaction
    ) throws {
        for session in try transaction.sessions.list(accountID: account.id)
        where try transaction.providerSessions.find(sessionID: session.id)?.identity != person {
            try transaction.sessions.delete(id: session.id)
            try activity.record(.sessionEnded, of: account, device: session.deviceName, client: client, in: transaction)
        }
        try transaction.endMails(to: account.email)
        account.identity = person
        try transaction.accounts.update(account)
    }

    private func make(
        _ id: String, _ person: AccountIdentity, _ address: EmailAddress?, _ language: String,
        in transaction: Transaction
    ) throws -> Account {
        guard isSignUpOpen else { throw Problem(.invalidToken) }
        // Notices have to go somewhere.
        guard let address else { throw Problem(.identityConflict) }
        var account = Account(id: id, email: address.text, createdAt: transaction.now)
        account.language = language
        account.identity = person
        try transaction.accounts.insert(account)
        return account
    }

    private func move(
        _ account: inout Account, to email: String, _ client: ClientInfo, in transaction: Transaction
    ) throws {
        guard account.email != email else { return }
        guard try transaction.accounts.find(email: email) == nil else {
            let id = account.id
            transaction.afterCommit { [logger] in
                logger.warning(
                    "account keeps its address, since another account has its new one", metadata: ["account": "\(id)"])
            }
            return
        }
        try activity.tellOwner(.emailReplaced, of: account, device: nil, client: client, in: transaction)
        // What was mailed to the old one must not sign in any more.
        try transaction.endMails(to: account.email)
        account.email = email
        account.mailTrouble = nil
        account.mailTroubleSince = nil
        try transaction.accounts.changeAddress(of: account)
        try transaction.accounts.update(account)
        try activity.record(.emailChanged, of: account, device: nil, client: client, in: transaction)
    }
}
