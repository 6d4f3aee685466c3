import Foundation
import GRDB

@testable import LatchkeyServer

/// A database as an older server has left it.
enum OlderDatabase {
    /// Runs `check` on what an older server has left and this one has opened.
    static func run(
        _ schema: String, fill: (Database) throws -> Void, check: (SQLiteStore, String) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "upgrade-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "latchkey.sqlite").path
        try make(path, schema: schema)
        let queue = try DatabaseQueue(path: path)
        try queue.inDatabase(fill)
        try queue.close()
        try await check(TestServer.openStore(path), path)
    }

    /// A database of an older server: an account, a mail of each form in the outbox, and one that was asked for.
    static func make(_ path: String, schema: String) throws {
        let now = ManualClock().now
        let queue = try DatabaseQueue(path: path)
        try SQLiteStore.migrator.migrate(queue, upTo: schema)
        try queue.write { db in
            try db.execute(sql: "INSERT INTO users (id, email, created_at) VALUES ('a', 'ann@example.com', 1)")
            for (id, sealed) in [("m1", QueuedMailFixture.message), ("m2", QueuedMailFixture.json)] {
                try db.execute(
                    sql: "INSERT INTO outbox VALUES (?, 'ann@example.com', ?, ?, ?, 0, ?)",
                    arguments: [id, sealed, now, now + .minutes(5), now])
            }
            try db.execute(
                sql: """
                    INSERT INTO mail_requests
                    (id, purpose, email, requested_at, allowance_used_until, is_made)
                    VALUES ('r', 'sign_in', 'bob@example.com', ?, ?, 0)
                    """,
                arguments: [now, now])
            for id in ["n1", "n2"] {
                try db.execute(
                    sql: "INSERT INTO activity (account_id, at, kind, ip) VALUES ('a', ?, 'signed_in', '192.0.2.1')",
                    arguments: [now])
                try db.execute(
                    sql: """
                        INSERT INTO mail_requests
                        (id, purpose, email, event_id, requested_at, allowance_used_until, is_made)
                        VALUES (?, 'notice', 'ann@example.com', ?, ?, ?, 0)
                        """,
                    arguments: [id, db.lastInsertedRowID, now, now])
            }
        }
        try queue.close()
    }
}
