/// The accounts. Inside a write, what is read stays as it is until the write ends.
protocol AccountRepository {
    func find(id: String) throws -> Account?
    /// Returns nil when there is none. The address is lower-cased already.
    func find(email: String) throws -> Account?
    func find(_ identity: AccountIdentity) throws -> Account?
    /// Returns whether no other write is about the person. Then none is until this one ends, which may make an account
    /// the person's.
    func claim(_ identity: AccountIdentity) throws -> Bool
    /// Returns whether no other write is about the address. Then none is until this one ends.
    func claim(address: String) throws -> Bool
    /// Returns up to `limit` accounts from where the page before them ended. The key of a row is the account's id.
    func page(after end: String?, limit: Int) throws -> RowPage<StoredRow<Account>>
    func insert(_ account: Account) throws
    /// Stores all but the address. Passkeys that do not belong to the account's passcode are deleted.
    func update(_ account: Account) throws
    /// Stores the account's address, which no other account has. The write is about both, the old and the new one.
    func changeAddress(of account: Account) throws
    /// Deletes the account with all that belongs to it.
    func delete(id: String) throws
}
