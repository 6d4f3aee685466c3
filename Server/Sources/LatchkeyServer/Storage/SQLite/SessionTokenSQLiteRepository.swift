import GRDB

struct SessionTokenSQLiteRepository: SessionTokenRepository {
    let db: Database

    func find(digest: String) throws -> SessionToken? {
        try SessionToken.fetchOne(db, sql: "SELECT * FROM session_tokens WHERE digest = ?", arguments: [digest])
    }

    func newestRefresh(sessionID: String, generation: Int) throws -> String? {
        try String.fetchOne(
            db,
            sql: """
                SELECT digest FROM session_tokens
                WHERE session_id = ? AND kind = 'refresh' AND generation = ? ORDER BY rowid DESC LIMIT 1
                """,
            arguments: [sessionID, generation])
    }

    func insert(_ token: SessionToken) throws {
        try token.insert(db)
    }

    func retire(sessionID: String, end: Timestamp) throws {
        try db.execute(
            sql: """
                UPDATE session_tokens SET counts_as_locked = 1, expires_at = min(expires_at, ?)
                WHERE session_id = ? AND kind <> 'refresh'
                """,
            arguments: [end, sessionID])
    }

    func deleteExpired(at now: Timestamp) throws {
        try db.execute(sql: "DELETE FROM session_tokens WHERE expires_at <= ?", arguments: [now])
    }
}
