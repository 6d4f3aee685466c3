internal import GRDB

enum CreateRecords {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE record (
                    type TEXT NOT NULL,
                    id TEXT NOT NULL,
                    body BLOB NOT NULL,
                    PRIMARY KEY (type, id)
                ) STRICT
                """)
    }
}
