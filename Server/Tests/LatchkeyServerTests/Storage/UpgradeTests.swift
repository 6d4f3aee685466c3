import Crypto
import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

/// What an older server has left behind is still good for a newer one.
@Suite(.onSQLite) struct UpgradeTests {
    /// The schema after each migration, as SHA-256 of its statements.
    private static let schemas = [("InitialSchema", "b6e355b6c931c6cd88d1c507f9cafe582ffb6bec632340e494b7025123610fa4")]

    @Test("a migration that a server may have run is never changed: a new one comes behind it")
    func migrationsAreAppended() throws {
        #expect(SQLiteStore.migrator.migrations == Self.schemas.map(\.0))
        let queue = try DatabaseQueue()
        for (migration, digest) in Self.schemas {
            try SQLiteStore.migrator.migrate(queue, upTo: migration)
            let statements = try queue.read { db in
                try String.fetchAll(
                    db,
                    sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'grdb%' ORDER BY name")
            }
            let found = HexText.encode(SHA256.hash(data: Array(statements.joined(separator: "\n").utf8)))
            #expect(found == digest, "\(migration)")
        }
    }
}
