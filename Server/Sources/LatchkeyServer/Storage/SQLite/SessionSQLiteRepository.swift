import GRDB

struct SessionSQLiteRepository: SessionRepository, SQLiteRepository {
    typealias Record = Session
    let db: Database

    func find(refreshFamily: String) throws -> Session? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM sessions WHERE refresh_family = ?")
        return try Session.fetchOne(statement, arguments: [refreshFamily])
    }

    func gateSession(tokenDigest: String, attemptsReservedUpTo time: Timestamp) throws -> GateSession? {
        // Read by position: this is asked for every request behind the gate.
        let statement = try db.cachedStatement(
            sql: """
                SELECT users.id, users.email, sessions.id, session_tokens.kind,
                    session_tokens.expires_at, sessions.expires_at, sessions.last_active_at,
                    sessions.lock, session_tokens.counts_as_locked, users.passcode_enabled,
                    users.passcode_timeout_minutes, sessions.passcode_given_at,
                    EXISTS (SELECT 1 FROM reservations WHERE account_id = users.id AND reserved_at <= ?),
                    users.identity_issuer, users.identity_subject, sessions.created_at, users.passcode_hash,
                    users.reset_required, sessions.passkey_given_at
                FROM session_tokens
                JOIN sessions ON sessions.id = session_tokens.session_id
                JOIN users ON users.id = sessions.account_id
                WHERE session_tokens.digest = ?
                """)
        return try Row.fetchOne(statement, arguments: [time, tokenDigest]).map { row in
            let row = StrictRow(row: row, table: Session.databaseTableName)
            let email = try row.text(1)
            guard Account.fitsHeader(email) else { throw row.unreadable }
            let settings = LockSettings(
                hasPasscode: try !row.isNull(16) || row.flag(17), isEnabled: try row.flag(9),
                timeoutMinutes: Int(try row.number(10, in: Account.timeouts)))
            let (lastActiveAt, passcodeGivenAt) = (try row.time(6), try row.optionalTime(11))
            return GateSession(
                accountID: try row.text(0), email: email, sessionID: try row.text(2), kind: try row.choice(3),
                lastActiveAt: lastActiveAt,
                state: SessionState(
                    settings: settings, lastActiveAt: lastActiveAt, isLatched: try !row.isNull(7) || row.flag(8),
                    passcodeGivenAt: passcodeGivenAt, passkeyGivenAt: try row.optionalTime(18)),
                passcodeGivenAt: passcodeGivenAt,
                end: SessionEnd(signedInAt: try row.time(15), latest: try min(row.time(4), row.time(5))),
                identity: try AccountIdentity(issuer: row.optionalText(13), subject: row.optionalText(14)),
                hasStaleAttempt: try row.flag(12))
        }
    }

    func list(accountID: String) throws -> [Session] {
        try Session.fetchAll(
            db, sql: "SELECT * FROM sessions WHERE account_id = ? ORDER BY created_at DESC, id", arguments: [accountID])
    }

    func count(at now: Timestamp) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sessions WHERE expires_at > ?", arguments: [now]) ?? 0
    }

    func touch(id: String, at now: Timestamp) throws {
        try db.cachedStatement(sql: "UPDATE sessions SET last_active_at = ? WHERE id = ? AND lock IS NULL")
            .execute(arguments: [now, id])
    }

    func deleteAll(accountID: String, except id: String?) throws {
        try db.execute(sql: "DELETE FROM sessions WHERE account_id = ? AND id IS NOT ?", arguments: [accountID, id])
    }

    func latchIdle(accountID: String, timeout: Duration, at now: Timestamp) throws {
        try latch(
            .idle, where: "account_id = ? AND lock IS NULL AND (last_active_at <= ? OR last_active_at > ?)",
            [accountID, now - timeout, now + Session.clockTolerance])
    }

    func latchAll(accountID: String, except id: String) throws {
        try latch(.passcodeRequired, where: "account_id = ? AND id <> ?", [accountID, id])
    }

    /// One that is damaged, so that it cannot be locked, ends: it must not stay open.
    private func latch(_ lock: Session.Lock, where condition: String, _ bounds: StatementArguments) throws {
        try db.updateEachRow(
            of: "sessions", set: "lock = ?, lock_version = lock_version + 1", [lock.rawValue], where: condition,
            bounds, deletesRefused: true)
    }

    func deleteBegun(upTo time: Timestamp, limit: Int) throws -> Int {
        try db.delete(from: "sessions", where: "created_at <= ?", [time], limit: limit)
    }

    func deleteAll() throws -> Int {
        try db.execute(sql: "DELETE FROM sessions")
        return db.changesCount
    }
}
