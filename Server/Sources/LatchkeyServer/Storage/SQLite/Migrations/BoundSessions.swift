import GRDB

/// Sessions end 30 days after their sign-in, and what each may have written is bounded.
enum BoundSessions {
    static func migrate(_ db: Database) throws {
        // When a column with a constraint is added, SQLite checks all rows, and refuses if one breaks any constraint.
        try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
        defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
        try db.execute(
            sql: """
                ALTER TABLE sessions ADD COLUMN refresh_family TEXT CHECK (length(refresh_family) BETWEEN 1 AND 64);
                ALTER TABLE sessions ADD COLUMN passcode_generation INTEGER
                    CHECK (passcode_generation BETWEEN 0 AND 2147483647);
                ALTER TABLE sessions ADD COLUMN changes_used_until INTEGER
                    CHECK (changes_used_until BETWEEN 0 AND 253402300799999);
                ALTER TABLE sessions ADD COLUMN passcode_changes_used_until INTEGER
                    CHECK (passcode_changes_used_until BETWEEN 0 AND 253402300799999);
                CREATE UNIQUE INDEX sessions_by_family ON sessions (refresh_family) WHERE refresh_family IS NOT NULL;
                UPDATE sessions SET expires_at = created_at + 2592000000
                WHERE expires_at > created_at + 2592000000 AND created_at BETWEEN 0 AND 250000000000000;
                UPDATE sessions SET passcode_generation = refresh_generation WHERE refreshed_at = passcode_given_at
                    AND refresh_generation BETWEEN 0 AND 2147483647;
                """)
    }
}
