import LatchkeyAPI
import Logging

/// Whose account a person is who comes from the team's provider.
///
/// The account is known by the provider's name for the person, and never by the address, which can change hands:
///
/// - An account that mail has signed in, or that an operator has added, is joined to the first person who comes with
///   its address, if the provider has verified that one. Where it has a passcode, it is joined once that was given:
///   whoever has the mailbox by now need not be who chose the passcode.
/// - An account of one person is never another's. Who comes with its address, and has no account, gets none until the
///   address is free: the owner's next sign-in with a new one frees it, or the operator does.
/// - An account's address follows the provider, unless another account has it: then the old one stays.
struct ProviderAccounts: Sendable {
    /// Whether a new person gets an account.
    let isSignUpOpen: Bool
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
        in transaction: Transaction
    ) throws -> Account {
        guard var account = found else { return try make(newID, person, address, language, in: transaction) }
        guard !account.isSuspended else { throw Problem(.invalidToken) }
        if account.identity == nil, !account.hasPasscode { try join(&account, to: person, in: transaction) }
        if account.identity == person, let address { try move(&account, to: address, in: transaction) }
        return account
    }

    /// Joins the account of a session whose passcode was given to the person whom the provider has signed in there. If
    /// another account may become this person's at the moment, that is left to the next time.
    func join(_ account: inout Account, by session: Session, in transaction: Transaction) throws {
        guard account.identity == nil,
            let person = try transaction.providerSessions.find(sessionID: session.id)?.identity,
            // Meanwhile the person may have got another account.
            try transaction.accounts.claim(person), try transaction.accounts.find(person) == nil
        else { return }
        try join(&account, to: person, in: transaction)
    }

    private func join(_ account: inout Account, to person: AccountIdentity, in transaction: Transaction) throws {
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

    private func move(_ account: inout Account, to address: EmailAddress, in transaction: Transaction) throws {
        guard account.email != address.text else { return }
        guard try transaction.accounts.find(email: address.text) == nil else {
            let id = account.id
            transaction.afterCommit { [logger] in
                logger.warning(
                    "account keeps its address, since another account has its new one", metadata: ["account": "\(id)"])
            }
            return
        }
        // What was mailed to the old one must not sign in any more.
        try transaction.endMails(to: account.email)
        account.email = address.text
        account.mailTrouble = nil
        account.mailTroubleSince = nil
        try transaction.accounts.changeAddress(of: account)
        try transaction.accounts.update(account)
    }
}
