/// The sessions.
protocol SessionRepository {
    func find(id: String) throws -> Session?
    /// The session whose refresh tokens begin with `refreshFamily`; nil when there is none.
    func find(refreshFamily: String) throws -> Session?
    /// Newest first.
    func list(accountID: String) throws -> [Session]
    /// About how many have not ended.
    func count(at now: Timestamp) throws -> Int
    func insert(_ session: Session) throws
    func update(_ session: Session) throws
    /// Sets the last activity of a session that nothing has locked; leaves any other as it is.
    func touch(id: String, at now: Timestamp) throws
    /// Deletes the session and its tokens.
    func delete(id: String) throws
    /// Deletes the account's sessions and their tokens, but for the one.
    func deleteAll(accountID: String, except id: String?) throws
    /// Latches the account's sessions that are idle and not latched yet. One that is damaged, so that this cannot be
    /// written, ends.
    func latchIdle(accountID: String, timeout: Duration, at now: Timestamp) throws
    /// Latches the account's sessions, but for the one, until the passcode is given. One that is damaged, so that this
    /// cannot be written, ends.
    func latchAll(accountID: String, except id: String) throws
    /// Deletes all sessions of all accounts, with their tokens, and returns how many.
    func deleteAll() throws -> Int
    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int
    /// Deletes those that began up to `time`.
    func deleteBegun(upTo time: Timestamp, limit: Int) throws -> Int
}
