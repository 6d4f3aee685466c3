import GRDB

struct UsedTokenSQLiteRepository: UsedTokenRepository, SQLiteRepository {
    typealias Record = UsedToken
    let db: Database

    func use(_ token: UsedToken) throws -> Bool {
        try db.execute(
            sql: "INSERT INTO used_tokens (digest, expires_at) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING",
            arguments: [token.digest, token.expiresAt])
        return db.changesCount > 0
    }

    func find(_ digest: String) throws -> UsedToken? {
        try UsedToken.fetchOne(db, sql: "SELECT * FROM used_tokens WHERE digest = ?", arguments: [digest])
    }

    func extend(_ token: UsedToken) throws {
        try db.execute(
            sql: """
                INSERT INTO used_tokens (digest, expires_at) VALUES (?, ?)
                ON CONFLICT (digest) DO UPDATE SET expires_at = max(expires_at, excluded.expires_at)
                """,
            arguments: [token.digest, token.expiresAt])
    }
}
