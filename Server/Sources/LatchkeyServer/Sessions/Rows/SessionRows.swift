/// The rows of sessions.
struct SessionRows {
    let session: any DatabaseSession

    private static let byFamily = Statement("SELECT \(Session.table) FROM sessions WHERE refresh_family = $1")
    private static let ofAccount = Statement(
        """
        SELECT \(Statement.Text.key), \(Session.table) FROM sessions WHERE account_id = $1
        ORDER BY created_at DESC, id
        """)
    private static let count = Session.table.count(by: "expires_at", where: "expires_at > $1")
    // Keeps the version: a later write of a verification is newer.
    private static let touch = Statement("UPDATE sessions SET last_active_at = $2 WHERE id = $1 AND lock IS NULL")
    private static let deleteOfAccount = Statement(
        """
        DELETE FROM sessions
        WHERE account_id = $1 AND id \(sqlite: "IS NOT $2", postgres: "IS DISTINCT FROM $2")
        """)
    private static let deleteOfOthers = Statement(
        """
        DELETE FROM sessions
        WHERE account_id = $1 AND NOT EXISTS (
            SELECT 1 FROM provider_sessions WHERE session_id = sessions.id AND subject = $2 AND issuer = $3)
        """)
    private static let lockIdle = persistLock(
        where: "account_id = $1 AND lock IS NULL AND (last_active_at <= $2 OR last_active_at > $3)", lock: "$4")
    private static let lockAll = persistLock(where: "account_id = $1 AND id <> $2", lock: "$3")
    private static let deleteAll = Statement("DELETE FROM sessions")
    private static let deleteExpired = Session.table.deletion(upTo: "expires_at")
    private static let deleteBegun = Session.table.deletion(upTo: "created_at")

    private static func persistLock(where condition: Statement.Text, lock: Statement.Text) -> BulkUpdate {
        BulkUpdate(
            of: Session.table, set: "lock = \(lock), lock_version = lock_version + 1", where: condition,
            deletesRejected: true)
    }

    func find(id: String) throws -> Session? { try session.first(Session.table.find, .id(id)) }

    /// Returns the session of a refresh token family, or nil.
    func find(refreshFamily: String) throws -> Session? { try session.first(Self.byFamily, .text(refreshFamily)) }

    /// Returns the account's sessions, newest first.
    func list(accountID: String) throws -> [Session] {
        try session.rows(Self.ofAccount, [.id(accountID)]) { try $0.read(from: 1) as Session }
    }

    /// Returns the account's sessions like ``list(accountID:)``, also if some cannot be read.
    func stored(accountID: String) throws -> [StoredRow<Session>] { try session.stored(Self.ofAccount, .id(accountID)) }

    /// Returns the approximate number of active sessions.
    func count(at now: Timestamp) throws -> Int { try session.number(Self.count, .time(now)) }

    func insert(_ row: Session) throws { try session.insert(row) }

    func update(_ row: Session) throws { try session.update(row) }

    /// Sets the last activity of a session without a persisted lock.
    func touch(id: String, at now: Timestamp) throws { try session.send(Self.touch, [.id(id), .time(now)]) }

    /// Deletes the session and its tokens.
    func delete(id: String) throws { try session.send(Session.table.delete, [.id(id)]) }

    /// Deletes the account's sessions and their tokens, except one.
    func deleteAll(accountID: String, except id: String?) throws {
        try session.send(Self.deleteOfAccount, [.id(accountID), .id(id)])
    }

    /// Deletes the account's sessions and their tokens, except those of a user of the provider.
    func deleteAll(accountID: String, notOf person: AccountIdentity) throws {
        try session.send(Self.deleteOfOthers, [.id(accountID), .text(person.subject), .text(person.issuer)])
    }

    /// Persists the lock of the account's idle sessions. Deletes a damaged session that cannot be locked.
    func lockIdle(accountID: String, timeout: Duration, at now: Timestamp) throws {
        try session.updateEach(
            Self.lockIdle,
            [.id(accountID), .time(now - timeout), .time(now + Session.clockTolerance), .word(Session.Lock.idle)])
    }

    /// Locks the account's sessions, except one, until the passcode is verified. Deletes a damaged session that cannot
    /// be locked.
    func lockAll(accountID: String, except id: String) throws {
        try session.updateEach(Self.lockAll, [.id(accountID), .id(id), .word(Session.Lock.passcodeRequired)])
    }

    /// Deletes all sessions of all accounts, and returns their number.
    func deleteAll() throws -> Int { try session.count(Self.deleteAll, []) }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteExpired, [.time(now), .count(limit)])
    }

    /// Deletes sessions that started up to `time`.
    func deleteBegun(upTo time: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteBegun, [.time(time), .count(limit)])
    }
}
