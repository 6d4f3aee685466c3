/// The accounts. Inside a write, what is read stays as it is until the write ends.
protocol AccountRepository {
    func find(id: String) throws -> Account?
    /// Returns nil when there is none. The address is lower-cased already.
    func find(email: String) throws -> Account?
    /// By address. The key of a row is the account's id.
    func all() throws -> [StoredRow<Account>]
    /// The ids of all, also of those that cannot be read.
    func ids() throws -> [String]
    func insert(_ account: Account) throws
    func update(_ account: Account) throws
    /// Deletes the account with all that belongs to it.
    func delete(id: String) throws
}
