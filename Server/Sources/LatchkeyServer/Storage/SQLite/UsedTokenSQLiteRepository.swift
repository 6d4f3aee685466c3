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

    func isUsed(_ digest: String) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT 1 FROM used_tokens WHERE digest = ?", arguments: [digest]) != nil
    }
}
