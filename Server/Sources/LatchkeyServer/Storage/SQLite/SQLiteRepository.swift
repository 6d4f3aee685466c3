import GRDB

/// A repository of one table, with the statements that are the same for each. A table that is asked for them by the
/// protocol of its repository has a column `id` or `expires_at`.
protocol SQLiteRepository {
    associatedtype Record: SQLiteRecord
    var db: Database { get }
}

extension SQLiteRepository {
    private static var table: String { Record.databaseTableName }

    func find(id: String) throws -> Record? {
        try Record.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM \(Self.table) WHERE id = ?"), arguments: [id])
    }

    func insert(_ record: Record) throws {
        try record.insert(db)
    }

    func update(_ record: Record) throws {
        try record.update(db)
    }

    func delete(id: String) throws {
        try db.cachedStatement(sql: "DELETE FROM \(Self.table) WHERE id = ?").execute(arguments: [id])
    }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try db.delete(from: Self.table, where: "expires_at <= ?", [now], limit: limit)
    }
}
