/// The accounts. Inside a write, what is read stays as it is until the write ends.
struct AccountRows {
    let session: any DatabaseSession

    private static let byEmail = Statement("SELECT \(Account.table) FROM users WHERE email = $1")
    private static let byIdentity = Statement(
        "SELECT \(Account.table) FROM users WHERE identity_subject = $1 AND identity_issuer = $2")
    private static let changeAddress = Account.table.update(of: "email")

    func find(id: String) throws -> Account? { try session.first(Account.table.find, .id(id)) }

    /// Returns nil when there is none. The address is lower-cased already.
    func find(email: String) throws -> Account? { try session.first(Self.byEmail, .text(email)) }

    func find(_ identity: AccountIdentity) throws -> Account? {
        try session.first(Self.byIdentity, .text(identity.subject), .text(identity.issuer))
    }

    /// Returns whether no other write is about the person. Then none is until this one ends, which may make an account
    /// the person's. It does not wait: a sign-in of the person locks the person before the account.
    func claim(_ identity: AccountIdentity) throws -> Bool { try session.lockIfFree(LockKey.of(identity)) }

    /// Returns whether no other write is about the address. Then none is until this one ends.
    func claim(address: String) throws -> Bool { try session.lockIfFree(LockKey.ofAddress(address)) }

    /// Returns up to `limit` accounts from where the page before them ended. The key of a row is the account's id.
    func page(after end: String?, limit: Int) throws -> RowPage<StoredRow<Account>> {
        try session.page(after: end, limit: limit)
    }

    func insert(_ account: Account) throws { try session.insert(account) }

    /// Stores all but the address. Passkeys that do not belong to the account's passcode are deleted.
    func update(_ account: Account) throws {
        if account.hasEndedPasskeys { try PasskeyRows(session: session).deleteAll(accountID: account.id) }
        try session.update(account.withoutEndedPasskeys)
    }

    /// Stores the account's address, which no other account has. The write is about both, the old and the new one.
    func changeAddress(of account: Account) throws {
        try session.update(Account.table, by: Self.changeAddress, account.values)
    }

    /// Deletes the account with all that belongs to it.
    func delete(id: String) throws { try session.send(Account.table.delete, [.id(id)]) }
}
