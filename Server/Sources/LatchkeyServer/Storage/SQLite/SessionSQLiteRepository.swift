import GRDB

struct SessionSQLiteRepository: SessionRepository {
    let db: Database

    func find(id: String) throws -> Session? {
        try Session.fetchOne(db, sql: "SELECT * FROM sessions WHERE id = ?", arguments: [id])
    }

    func list(accountID: String) throws -> [Session] {
        try Session.fetchAll(
            db, sql: "SELECT * FROM sessions WHERE account_id = ? ORDER BY created_at DESC, id", arguments: [accountID])
    }

    func insert(_ session: Session) throws {
        try session.insert(db)
    }

    func update(_ session: Session) throws {
        try session.update(db)
    }

    func touch(id: String, at now: Timestamp) throws {
        try db.execute(
            sql: "UPDATE sessions SET last_active_at = ? WHERE id = ? AND lock IS NULL", arguments: [now, id])
    }

    func delete(id: String) throws {
        try db.execute(sql: "DELETE FROM sessions WHERE id = ?", arguments: [id])
    }

    func deleteExpired(at now: Timestamp) throws {
        try db.execute(sql: "DELETE FROM sessions WHERE expires_at <= ?", arguments: [now])
    }
}
