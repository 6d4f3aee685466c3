/// The accounts. Inside a write, what is read stays as it is until the write ends.
protocol AccountRepository {
    /// Returns nil when there is none.
    func find(id: String) throws -> Account?
    /// Returns nil when there is none. The address is lower-cased already.
    func find(email: String) throws -> Account?
    func all() throws -> [Account]
    /// Some of all, by id: those behind `id`, at most `limit`.
    func page(after id: String, limit: Int) throws -> [Account]
    func insert(_ account: Account) throws
    func update(_ account: Account) throws
    /// Deletes the account with all that belongs to it.
    func delete(id: String) throws
}
