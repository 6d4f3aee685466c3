import GRDB

struct SessionSQLiteRepository: SessionRepository {
    let db: Database

    func find(id: String) throws -> Session? {
        try Session.fetchOne(db.cachedStatement(sql: "SELECT * FROM sessions WHERE id = ?"), arguments: [id])
    }

    func pass(tokenDigest: String, attemptsReservedUpTo time: Timestamp) throws -> GatePass? {
        // Read by position: this is asked for every request behind the gate.
        let statement = try db.cachedStatement(
            sql: """
                SELECT users.id, users.email, sessions.id, session_tokens.kind,
                    min(session_tokens.expires_at, sessions.expires_at), sessions.last_active_at,
                    sessions.lock IS NOT NULL OR session_tokens.counts_as_locked, users.passcode_enabled,
                    users.passcode_timeout_minutes, sessions.passcode_given_at,
                    EXISTS (SELECT 1 FROM reservations WHERE account_id = users.id AND reserved_at <= ?)
                FROM session_tokens
                JOIN sessions ON sessions.id = session_tokens.session_id
                JOIN users ON users.id = sessions.account_id
                WHERE session_tokens.digest = ?
                """)
        return try Row.fetchOne(statement, arguments: [time, tokenDigest]).map { row in
            GatePass(
                accountID: row[0], email: row[1], sessionID: row[2], kind: row[3], endsAt: row[4],
                lastActiveAt: row[5], isLatched: row[6], passcodeEnabled: row[7], timeout: .minutes(row[8]),
                passcodeGivenAt: row[9], hasStaleAttempt: row[10])
        }
    }

    func list(accountID: String) throws -> [Session] {
        try Session.fetchAll(
            db, sql: "SELECT * FROM sessions WHERE account_id = ? ORDER BY created_at DESC, id", arguments: [accountID])
    }

    func count(at now: Timestamp) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sessions WHERE expires_at > ?", arguments: [now]) ?? 0
    }

    func insert(_ session: Session) throws {
        try session.insert(db)
    }

    func update(_ session: Session) throws {
        try session.update(db)
    }

    func touch(id: String, at now: Timestamp) throws {
        try db.cachedStatement(sql: "UPDATE sessions SET last_active_at = ? WHERE id = ? AND lock IS NULL")
            .execute(arguments: [now, id])
    }

    func delete(id: String) throws {
        try db.execute(sql: "DELETE FROM sessions WHERE id = ?", arguments: [id])
    }

    func deleteAll() throws {
        try db.execute(sql: "DELETE FROM sessions")
    }

    func deleteExpired(at now: Timestamp) throws {
        try db.execute(sql: "DELETE FROM sessions WHERE expires_at <= ?", arguments: [now])
    }
}
