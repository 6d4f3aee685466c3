/// The sessions.
protocol SessionRepository {
    /// Returns nil when there is none.
    func find(id: String) throws -> Session?
    /// What the gate asks about the session of a token, in one read; nil when there is none.
    func pass(tokenDigest: String, attemptsReservedUpTo time: Timestamp) throws -> GatePass?
    /// Newest first.
    func list(accountID: String) throws -> [Session]
    /// How many have not ended.
    func count(at now: Timestamp) throws -> Int
    func insert(_ session: Session) throws
    func update(_ session: Session) throws
    /// Sets the last activity of a session that nothing has locked; leaves any other as it is.
    func touch(id: String, at now: Timestamp) throws
    /// Deletes the session and its tokens.
    func delete(id: String) throws
    /// Deletes all sessions of all accounts, with their tokens.
    func deleteAll() throws
    func deleteExpired(at now: Timestamp) throws
}
