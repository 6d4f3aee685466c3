import Foundation
import GRDB
import HTTPTypes
import LatchkeyAPI
import Synchronization
import Testing

@testable import LatchkeyServer

/// The plans of SQLite for each statement of the server.
@Suite(.onSQLite) struct StatementPlanTests {
    /// Commands, restores and metrics read whole tables.
    private static let wholeTables = [
        "SELECT count(*) FROM outbox",
        "DELETE FROM sessions",
        "UPDATE unlock_keys SET private_key = NULL WHERE private_key IS NOT NULL",
        // The table has one row per active import.
        "SELECT CAST(id AS TEXT) FROM imports ORDER BY rowid",
        "UPDATE imports SET state = 'abandoned'",
        """
        UPDATE imports SET state = 'abandoned' \
        WHERE state = 'staging' AND (started_at BETWEEN ?1 AND ?2) IS NOT TRUE
        """,
        "DELETE FROM one_time_tokens WHERE purpose = ?1",
        "DELETE FROM outbox WHERE purpose = ?1",
    ]

    private static let indexes: Set = [
        "activity_by_kind", "activity_by_time", "activity_of_account", "administration_by_act",
        "administration_by_time", "administration_of_account", "users_administrators", "users_by_state",
        "mail_requests_by_time",
        "mail_requests_of_address", "mail_requests_of_client", "mail_requests_pending", "mail_requests_waiting",
        "passkeys_of_account", "unlock_keys_of_account", "unlock_keys_pending", "unlock_keys_spent",
        "notices_mailed", "notices_waiting", "one_time_tokens_by_end", "one_time_tokens_of_account",
        "one_time_tokens_of_address", "outbox_by_end", "outbox_due", "outbox_of_recipient", "reservations_by_time",
        "reservations_of_account", "session_tokens_by_end", "session_tokens_of_session", "sessions_by_end",
        "sessions_by_family", "sessions_by_start", "sessions_of_account", "users_by_identity",
        "provider_sessions_by_sid", "provider_sessions_by_subject", "staged_passcodes_of_import", "used_tokens_by_end",
    ]

    @Test func statementsUseIndexesAndEachIndexIsUsed() async throws {
        let statements = Mutex<Set<String>>([])
        let trace: @Sendable (String) -> Void = { sql in _ = statements.withLock { $0.insert(sql) } }
        try await collect(trace)
        let asked = statements.withLock { $0 }.filter { sql in
            ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) } && !sql.contains("grdb_migrations")
                && !sql.contains("sqlite_") && !sql.contains("pragma_")
        }
        #expect(asked.count > 60)
        try await TemporaryStore.run { _, path in
            let queue = try DatabaseQueue(path: path)
            var used: Set<String> = []
            for sql in asked.sorted() where !Self.wholeTables.contains(sql) {
                let plan = try queue.read { db in try Self.plan(of: sql, in: db) }
                #expect(plan.filter(Self.isScan).isEmpty, "\(sql)")
                used.formUnion(plan.compactMap(Self.index))
            }
            #expect(Self.indexes.subtracting(used).isEmpty, "by these nothing is found")
            #expect(used.subtracting(Self.indexes).isEmpty, "these are not listed")
        }
    }

    @Test func cascadingDeletionsUseAnIndex() async throws {
        try await TemporaryStore.run { _, path in
            let missing = try DatabaseQueue(path: path).read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT t.name || '.' || f."from"
                        FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS f
                        WHERE t.schema = 'main' AND NOT EXISTS (
                            SELECT 1 FROM pragma_index_list(t.name) AS l, pragma_index_info(l.name) AS i
                            WHERE l.partial = 0 AND i.seqno = 0 AND i.name = f."from")
                        """)
            }
            #expect(missing.isEmpty)
        }
    }

    private static func plan(of sql: String, in db: Database) throws -> [String] {
        let numbers = sql.matches(of: /\?([0-9]+)/).compactMap { Int($0.1) }
        let count = numbers.max() ?? sql.count { $0 == "?" }
        return try Row.fetchAll(
            db, sql: "EXPLAIN QUERY PLAN " + sql,
            arguments: StatementArguments([DatabaseValue](repeating: .null, count: count))
        ).map { $0["detail"] }
    }

    /// The key check is a table of one row; the others are computed, up to a limit.
    private static let bounded = Set(["key_check", "counted", "waiting", "site", "due", "late"].map { "SCAN \($0)" })

    /// Whether the step reads a whole table, by an index or without.
    private static func isScan(_ step: String) -> Bool {
        step.hasPrefix("SCAN") && !bounded.contains(step) && !step.contains("VIRTUAL TABLE")
            && !step.contains("SCAN (") && step != "SCAN CONSTANT ROW"
    }

    /// Returns the index with which the step finds rows, except those of primary keys and unique columns.
    private static func index(of step: String) -> String? {
        let name = step.firstMatch(of: /^SEARCH .* INDEX (\w+)/).map { String($0.1) }
        return name.flatMap { $0.hasPrefix("sqlite_autoindex") ? nil : $0 }
    }

    /// Runs all statements of every repository and service.
    private func collect(_ trace: @escaping @Sendable (String) -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "plans-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        func store(_ name: String) throws -> SQLiteStore {
            let path = directory.appending(path: name).path
            // A migration reads whole tables once.
            try SQLiteStore(path: path, clock: ManualClock()).migrate()
            return try SQLiteStore(path: path, clock: ManualClock(), timeout: .seconds(60), trace: trace)
        }
        for (index, rule) in StoreContract.rules.enumerated() { try await rule.check(store("rule-\(index)")) }
        try await TestServer.run(store: store("story")) { server in try await Self.story(server) }
    }

    static func story(_ server: TestServer) async throws {
        try await KeyCheck(store: server.dependencies.store).verify(server.dependencies.sealer)
        var session = try await server.signInWithPasscode()
        try await server.fail(4, server.signInLater())
        session = try await server.refresh(session.refreshToken).session()
        session = try await server.verify(TestServer.passcode, session).session()
        for path in ["me", "sessions", "activity", "gate"] {
            server.clock.advance(by: .seconds(10))
            _ = try await server.get("/api/auth/\(path)", bearer: session.accessToken)
        }
        // A token without a row.
        _ = try await server.refresh(String(repeating: "A", count: session.refreshToken.count))
        _ = try await server.changeSettings(#"{"passcode_timeout_minutes":5}"#, session)
        _ = try await server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739105"}"#, session)
        _ = try await server.changeSettings(#"{"passcode_enabled":true}"#, session)
        _ = try await server.send(.delete, "/api/auth/sessions", bearer: session.accessToken)
        let passkey = server.newPasskey()
        _ = try await server.add(passkey, bearer: session.accessToken)
        let device = try await server.register(session)
        _ = try await server.open(device)
        _ = try await server.shut(server.register(replacing: device.token, session), session)
        let listed = try await server.listPasskeys(session)
        session = try await server.unlock(by: passkey, bearer: session.accessToken).session()
        for (method, id) in zip([.patch, .delete] as [HTTPRequest.Method], listed.map(\.id) + listed.map(\.id)) {
            let path = "\(TestServer.passkeys)/\(id)"
            _ = try await server.send(method, path, #"{"name":"Mine"}"#, bearer: session.accessToken)
        }
        _ = try await server.post("/api/auth/lock", bearer: session.accessToken)
        _ = try await server.resetPasscode(to: "580293", session)
        let wrong = #"{"email":"ann@example.com","code":"0000-0000"}"#
        _ = try await server.post("/api/auth/magic-link/verify", wrong)
        let emails = try await server.takeEmails(to: "ann@example.com")
        let notice = try #require(emails.compactMap(\.token).last)
        _ = try await server.post("/api/auth/disown", #"{"token":"\#(notice)"}"#)
        try await server.parts.sweeper.settleStaleAttempts()
        try await server.parts.sweeper.sweep()
        _ = try await AccountList(store: server.dependencies.store).reports()
        let records = PasscodeRecordSealer(sealer: server.dependencies.sealer, random: server.dependencies.random)
        _ = try await KeyRewrap(
            store: server.dependencies.store, sealer: server.dependencies.sealer, records: records
        ).run()
        _ = await server.metrics()
        let other = try await server.signIn("bob@example.com")
        _ = try await server.send(.delete, "/api/auth/account", "{}", bearer: other.accessToken)
    }
}
