import GRDB

struct KeyCheckSQLiteRepository: KeyCheckRepository {
    let db: Database

    func find() throws -> String? {
        try String.fetchOne(db, sql: "SELECT record FROM key_check")
    }

    func insert(_ record: String) throws {
        try db.execute(
            sql: "INSERT INTO key_check (id, record) VALUES (1, ?) ON CONFLICT (id) DO NOTHING", arguments: [record])
    }

    func update(_ record: String) throws {
        try db.execute(sql: "UPDATE key_check SET record = ?", arguments: [record])
    }
}
