import LatchkeyAPI
import Logging

/// The mapping from users of the team's provider to accounts.
///
/// An account is identified by issuer and subject, never by its address, which can change hands:
///
/// - An account without an identity is linked to the first user with its address, if the provider has verified that
///   address. If its sessions start locked, it is linked after the passcode was verified, because the mailbox may have
///   a new owner. Linking ends all other sessions and invalidates emailed links and codes.
/// - A linked account never changes its identity. Another user with its address gets no account until the address is
///   free. The owner's next sign-in with a new address, or the operator, frees it.
/// - The account's address follows the provider after the session is unlocked, unless another account has it. Both
///   addresses are notified.
struct ProviderAccounts: Sendable {
    /// Whether a new user gets an account.
    let isSignUpOpen: Bool
    /// Whether tokens decide on the role of the provider's users.
    let decidesOnRoles: Bool
    let activity: ActivityLog
    let rules: TeamRules
    let logger: Logger

    /// Returns the account of the user, or nil before the first sign-in.
    ///
    /// - Parameter address: The address, verified by the provider.
    /// - Throws: `identityConflict` if the address belongs to the account of another user.
    func find(
        _ person: AccountIdentity, _ address: EmailAddress?, in transaction: Transaction
    ) throws -> Account? {
        if let account = try transaction.accounts.find(person) { return account }
        guard let address, let account = try transaction.accounts.find(email: address.text) else { return nil }
        guard account.identity == nil else { throw Problem(.identityConflict) }
        return account
    }

    /// Returns the account after a sign-in: the found one, or a new one.
    ///
    /// - Parameter isAdministrator: The role by the token; nil if it does not decide.
    /// - Throws: `invalidToken` for a suspended account or a closed sign-up, `identityConflict` if no account can be
    ///   created.
    func account(
        _ found: Account?, for person: AccountIdentity, _ address: EmailAddress?, isAdministrator: Bool?,
        newID: String, client: ClientInfo, in transaction: Transaction
    ) throws -> Account {
        guard var account = found else {
            var account = try make(newID, person, address, in: transaction)
            try setRole(isAdministrator, of: &account, client, in: transaction)
            return account
        }
        guard !account.isSuspended else { throw Problem(.invalidToken) }
        if account.identity == person { try setRole(isAdministrator, of: &account, client, in: transaction) }
        // Its sessions start locked: linking waits for the passcode.
        guard !account.isPasscodeEnabled(under: rules) else { return account }
        if account.identity == nil {
            try join(&account, to: person, isAdministrator: isAdministrator, client, in: transaction)
        }
        if let address { try move(&account, to: address.text, client, in: transaction) }
        return account
    }

    /// Applies the identity and address of the session's sign-in after its passcode was verified: links the account,
    /// and updates its address. If another write has locked either, this is left to the next time.
    func confirm(_ account: inout Account, by session: Session, _ client: ClientInfo, in transaction: Transaction)
        throws
    {
        guard let signIn = try transaction.providerSessions.find(sessionID: session.id) else { return }
        if account.identity == nil {
            guard try transaction.accounts.claim(signIn.identity),
                // The user may have got another account meanwhile.
                try transaction.accounts.find(signIn.identity) == nil
            else { return }
            // The next sign-in has a token that decides on the role.
            try join(&account, to: signIn.identity, isAdministrator: nil, client, in: transaction)
        }
        guard account.identity == signIn.identity, let email = signIn.pendingEmail,
            try transaction.accounts.claim(address: email)
        else { return }
        try transaction.providerSessions.clearPendingEmails(of: signIn.identity)
        try move(&account, to: email, client, in: transaction)
    }

    private func join(
        _ account: inout Account, to person: AccountIdentity, isAdministrator: Bool?, _ client: ClientInfo,
        in transaction: Transaction
    ) throws {
        for session in try activity.unreadable.sessions(of: account.id, in: transaction)
        where try transaction.providerSessions.find(sessionID: session.id)?.identity != person {
            try activity.record(.sessionEnded, of: account, device: session.deviceName, client: client, in: transaction)
        }
        try transaction.sessions.deleteAll(accountID: account.id, notOf: person)
        try transaction.cancelEmails(to: account.email)
        account.identity = person
        try transaction.accounts.update(account)
        // A role that was granted before does not survive without a token that has it.
        try setRole(isAdministrator ?? (decidesOnRoles ? false : nil), of: &account, client, in: transaction)
    }

    /// Applies the role by the provider, also to the last administrator.
    private func setRole(
        _ isAdministrator: Bool?, of account: inout Account, _ client: ClientInfo, in transaction: Transaction
    ) throws {
        guard let isAdministrator, isAdministrator != account.isAdministrator else { return }
        account.role = isAdministrator ? .administrator : .member
        try transaction.accounts.update(account)
        try activity.record(
            isAdministrator ? .administratorGranted : .administratorRevoked, of: account, device: nil, client: client,
            in: transaction)
        try transaction.administration.insert(
            AdministrationEntry(
                at: transaction.now, act: isAdministrator ? .administratorGranted : .administratorRevoked,
                author: .provider, actorID: nil, actorEmail: nil, accountID: account.id, accountEmail: account.email,
                deviceName: nil, ip: nil))
    }

    private func make(
        _ id: String, _ person: AccountIdentity, _ address: EmailAddress?, in transaction: Transaction
    ) throws -> Account {
        guard isSignUpOpen else { throw Problem(.invalidToken) }
        // Notices require an address.
        guard let address else { throw Problem(.identityConflict) }
        var account = Account(id: id, email: address.text, createdAt: transaction.now)
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
                    "address not updated: another account has the new one", metadata: ["account": "\(id)"])
            }
            return
        }
        try activity.notifyOwner(.emailReplaced, of: account, device: nil, client: client, in: transaction)
        // Emails to the old address must not sign in any more.
        try transaction.cancelEmails(to: account.email)
        account.email = email
        account.deliveryStatus = nil
        account.deliveryStatusSince = nil
        try transaction.accounts.changeAddress(of: account)
        try transaction.accounts.update(account)
        try activity.record(.emailChanged, of: account, device: nil, client: client, in: transaction)
    }
}
