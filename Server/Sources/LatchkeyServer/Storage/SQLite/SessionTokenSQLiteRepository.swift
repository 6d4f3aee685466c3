import GRDB

struct SessionTokenSQLiteRepository: SessionTokenRepository {
    let db: Database

    func find(digest: String) throws -> SessionToken? {
        try SessionToken.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM session_tokens WHERE digest = ?"), arguments: [digest])
    }

    func newestRefresh(sessionID: String, generation: Int) throws -> String? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT digest FROM session_tokens
                WHERE session_id = ? AND kind = 'refresh' AND generation = ? ORDER BY rowid DESC LIMIT 1
                """)
        return try String.fetchOne(statement, arguments: [sessionID, generation])
    }

    func insert(_ token: SessionToken) throws {
        try token.insert(db)
    }

    func retire(sessionID: String, end: Timestamp) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE session_tokens SET counts_as_locked = 1, expires_at = min(expires_at, ?)
                WHERE session_id = ? AND kind <> 'refresh'
                """)
        try statement.execute(arguments: [end, sessionID])
    }

    func deleteExpired(at now: Timestamp) throws {
        try db.execute(sql: "DELETE FROM session_tokens WHERE expires_at <= ?", arguments: [now])
    }
}
