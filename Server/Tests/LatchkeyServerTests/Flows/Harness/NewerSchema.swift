import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// Additions of a newer server to the schema: columns in all tables, an index, and unknown words. A process with a
/// separate role writes them.
enum NewerSchema {
    private static let migration = Migration("AdditionsOfANewerServer") { _ in
        [
            "ALTER TABLE users ADD COLUMN added text NOT NULL DEFAULT 'new'",
            "ALTER TABLE sessions ADD COLUMN added text NOT NULL DEFAULT 'new'",
            "ALTER TABLE session_tokens ADD COLUMN added text NOT NULL DEFAULT 'new'",
            "ALTER TABLE reservations ADD COLUMN added text NOT NULL DEFAULT 'new'",
            "ALTER TABLE one_time_tokens ADD COLUMN added text NOT NULL DEFAULT 'new'",
            "ALTER TABLE mail_requests ADD COLUMN added text NOT NULL DEFAULT 'new'",
            "ALTER TABLE notices ADD COLUMN added text NOT NULL DEFAULT 'new'",
            "ALTER TABLE outbox ADD COLUMN added text NOT NULL DEFAULT 'new'",
            "ALTER TABLE activity ADD COLUMN added text NOT NULL DEFAULT 'new'",
            "ALTER TABLE processes ADD COLUMN added text NOT NULL DEFAULT 'new'",
            "ALTER TABLE continuity ADD COLUMN added text NOT NULL DEFAULT 'new'",
            "CREATE INDEX activity_added ON activity (added)",
            """
            CREATE FUNCTION new_word() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF TG_TABLE_NAME = 'processes' THEN NEW.migrations := NEW.migrations + 1;
                ELSE NEW.kind := 'newer_word';
                END IF;
                RETURN NEW;
            END $$
            """,
            """
            CREATE TRIGGER new_kind BEFORE INSERT ON activity FOR EACH ROW
            WHEN (NEW.kind = 'unlocked_after_failures' AND current_user LIKE '%newer') EXECUTE FUNCTION new_word()
            """,
            """
            CREATE TRIGGER new_count BEFORE INSERT ON processes FOR EACH ROW
            WHEN (current_user LIKE '%newer') EXECUTE FUNCTION new_word()
            """,
        ]
    }

    /// Returns the settings of a server that writes like a newer one.
    static func role(of database: TestDatabase) -> [String: String] {
        ["LATCHKEY_DATABASE_URL": database.cluster.url(database: database.name, user: database.name + "_newer")]
    }

    /// Migrates like a newer server at its start.
    static func add(to database: TestDatabase) async throws {
        let pool = PostgresPool(
            settings: try database.settings(), size: 1, timeout: .databaseCommand, logger: .silent)
        defer { pool.close() }
        try await PostgresMigrations(pool: pool, migrations: Migration.all + [migration], logger: .silent)
            .apply(within: .seconds(60))
        let role = database.name + "_newer"
        try database.query(
            "CREATE ROLE \(role) LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO \(role)")
    }

    /// Writes rows that a server of this version cannot handle.
    static func writeWords(in database: TestDatabase) throws {
        try database.query(
            """
            INSERT INTO mail_requests (id, purpose, email, requested_at, allowance_used_until, is_made)
                SELECT gen_random_uuid(), 'newer_word', email, created_at, created_at, false FROM users LIMIT 3;
            INSERT INTO notices (account_id, kind, email, language, count, first_at, latest_at, due_at)
                SELECT id, 'newer_word', email, 'en', 1, created_at, created_at, created_at FROM users LIMIT 3;
            INSERT INTO outbox
                    (id, purpose, recipient, sealed_message, created_at, expires_at, failures, next_attempt_at)
                SELECT gen_random_uuid(), 'newer_word', email, 'sealed', created_at, created_at + 864000000, 0,
                    created_at FROM users LIMIT 3
            """)
    }

    /// Expects that both versions have written, the newer one with its additions.
    static func expectUse(of database: TestDatabase) throws {
        for table in ["activity", "mail_requests", "notices"] {
            let column = table == "mail_requests" ? "purpose" : "kind"
            let count = try database.query("SELECT count(*) > 0 FROM \(table) WHERE \(column) = 'newer_word'")
            #expect(count == "t", "\(table)")
        }
        #expect(try database.query("SELECT count(*) > 0 FROM activity WHERE kind = 'unlocked_after_failures'") == "t")
        let known = Migration.all.count
        let counts = try database.query("SELECT DISTINCT migrations FROM processes ORDER BY migrations")
        #expect(counts == "\(known)\n\(known + 1)")
    }
}
