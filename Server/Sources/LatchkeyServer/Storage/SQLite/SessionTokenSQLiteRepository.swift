import GRDB

struct SessionTokenSQLiteRepository: SessionTokenRepository, SQLiteRepository {
    typealias Record = SessionToken
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

    func deleteRefresh(sessionID: String, generation: Int) throws {
        try db.cachedStatement(
            sql: "DELETE FROM session_tokens WHERE session_id = ? AND kind = 'refresh' AND generation = ?"
        ).execute(arguments: [sessionID, generation])
    }

    func insert(_ tokens: [SessionToken], of sessionID: String, keeping count: Int) throws {
        for token in tokens { try token.insert(db) }
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM session_tokens WHERE session_id = ? AND rowid <= (
                    SELECT rowid FROM session_tokens WHERE session_id = ? ORDER BY rowid DESC LIMIT 1 OFFSET ?)
                """)
        try statement.execute(arguments: [sessionID, sessionID, count])
    }

    func retire(sessionID: String, end: Timestamp) throws {
        try db.updateEachRow(
            of: "session_tokens", set: "counts_as_locked = 1, expires_at = min(expires_at, ?)", [end],
            where: "session_id = ? AND kind <> 'refresh' AND (counts_as_locked = 1 AND expires_at <= ?) IS NOT TRUE",
            [sessionID, end], deletesRefused: true)
    }

    func retire(sessionID: String, end: Timestamp, deletingRefresh generation: Int) throws -> String? {
        try retire(sessionID: sessionID, end: end)
        let newest = try newestRefresh(sessionID: sessionID, generation: generation)
        try deleteRefresh(sessionID: sessionID, generation: generation)
        return newest
    }
}
