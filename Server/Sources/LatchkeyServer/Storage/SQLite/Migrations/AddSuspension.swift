import GRDB

/// When an operator suspended an account.
enum AddSuspension {
    static func migrate(_ db: Database) throws {
        // As in ``BoundSessions``: rows that break another constraint must not stop the start.
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
        try db.execute(
            sql: """
                ALTER TABLE users ADD COLUMN suspended_at INTEGER
                    CHECK (suspended_at BETWEEN 0 AND 253402300799999)
                """)
    }
}
