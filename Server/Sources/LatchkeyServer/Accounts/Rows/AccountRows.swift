/// The rows of accounts. In a write, rows that were read stay unchanged until its end.
struct AccountRows {
    let session: any DatabaseSession

    private static let byEmail = Statement("SELECT \(Account.table) FROM users WHERE email = $1")
    private static let withAddress = Statement("SELECT CAST(email AS text), \(Account.table) FROM users WHERE id = $1")
    private static let byIdentity = Statement(
        "SELECT \(Account.table) FROM users WHERE identity_subject = $1 AND identity_issuer = $2")
    // Suspended administrators cannot act.
    private static let otherAdministrators = Statement(
        "SELECT \(Account.table) FROM users WHERE role = 'administrator' AND suspended_at IS NULL AND id <> $1")
    private static let changeAddress = Account.table.update(of: "email")

    func find(id: String) throws -> Account? { try session.first(Account.table.find, .id(id)) }

    /// Returns nil if there is none. The address must be in lower case.
    func find(email: String) throws -> Account? { try session.first(Self.byEmail, .text(email)) }

    /// Returns the stored address of an account that cannot be read; empty if it is not text. Returns nil if there is
    /// none, or it can be read.
    func addressIfUnreadable(id: String) throws -> String? {
        let addresses: [String?] = try session.rows(Self.withAddress, [.id(id)]) { found in
            let account: Account? = try unlessUnreadable { try found.read(from: 1) }
            return account == nil ? (try? found.text(0)) ?? "" : nil
        }
        return addresses.first ?? nil
    }

    func find(_ identity: AccountIdentity) throws -> Account? {
        try session.first(Self.byIdentity, .text(identity.subject), .text(identity.issuer))
    }

    /// Reserves the identity for this write, which may then create its account. Returns false if another write has it.
    /// Does not wait, because a sign-in locks the identity before the account.
    func claim(_ identity: AccountIdentity) throws -> Bool { try session.lockIfFree(LockKey.of(identity)) }

    /// Reserves the address for this write. Returns false if another write has it.
    func claim(address: String) throws -> Bool { try session.lockIfFree(LockKey.ofAddress(address)) }

    /// Reserves a decrease of the number of administrators for this write. Returns false if another write has it.
    func claimAdministrators() throws -> Bool { try session.lockIfFree(LockKey.ofAdministrators) }

    /// Whether another account is an administrator who is not suspended. Those that cannot be read do not count (V15).
    func hasAdministrator(except id: String) throws -> Bool {
        let others = try session.rows(Self.otherAdministrators, [.id(id)]) { found in
            try unlessUnreadable { try found.read() as Account }
        }
        return others.contains { $0 != nil }
    }

    /// Returns up to `limit` accounts after the previous page. The key of a row is the account's ID.
    func page(after end: String?, limit: Int) throws -> RowPage<StoredRow<Account>> {
        try session.page(after: end, limit: limit)
    }

    func insert(_ account: Account) throws { try session.insert(account) }

    /// Updates all columns except the address. Deletes passkeys that do not belong to the current passcode. If the
    /// account requires a reset, destroys its unlock keys.
    func update(_ account: Account) throws {
        if account.resetRequired { try UnlockKeyRows(session: session).destroyAll(accountID: account.id) }
        if account.hasEndedPasskeys { try PasskeyRows(session: session).deleteAll(accountID: account.id) }
        try session.update(account.withoutEndedPasskeys)
    }

    /// Updates the address, which must be free. The scope of the write must include the old and the new address.
    func changeAddress(of account: Account) throws {
        try session.update(Account.table, by: Self.changeAddress, account.values)
    }

    /// Deletes the account and its rows in other tables.
    func delete(id: String) throws { try session.send(Account.table.delete, [.id(id)]) }
}
