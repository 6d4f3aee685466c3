import Crypto
import Foundation
import GRDB
import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// Upgrades from a database of an older server.
struct UpgradeTests {
    /// A version: its last migration, and a small database. Neither changes after its release. 0.1.0 is not released
    /// yet.
    struct Version: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let lastMigration: String
        /// The tokens of a session in ``rows``.
        let tokens: [TestStore: String]

        /// Returns the rows of the database, for the schema of the version.
        func rows() throws -> String {
            let file = "Fixtures/\(testDescription).\(TestStore.current).sql"
            return try String(
                contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: file), encoding: .utf8)
        }
    }

    /// The SHA-256 of the statements of each migration, SQLite's and PostgreSQL's.
    private static let migrations = [
        (
            name: "InitialSchema", sqlite: "2823feeb3db9562a7e9e58c32a7124d8da8a7103f5ec02b6a8cad217f874b9fa",
            postgres: "9f771889aad73eb6ebfbf5905e69aefba73a6bf0c5191a6cbf8893161f06f9b9"
        )
    ]
    private static let versions = [
        Version(
            testDescription: "0.1.0", lastMigration: "InitialSchema",
            tokens: [
                .sqlite: "wHCq07dvszADJowomEL9Ekw_KPtBGVx6KwMDYzoz67c",
                .postgres: "B6l3_aD1AR2KehDRxKbayWmOb0jHHkBCMhqMemoWWwk",
            ])
    ]
    private static let keys = ["LATCHKEY_SECRET_KEYS": "k1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="]

    @Test func releasedMigrationsNeverChange() throws {
        #expect(Migration.all.map(\.name) == Self.migrations.map(\.name))
        for (migration, known) in zip(Migration.all, Self.migrations) {
            #expect(Self.digest(migration.statements(.sqlite)) == known.sqlite)
            #expect(Self.digest(migration.statements(.postgres)) == known.postgres)
        }
    }

    private static func digest(_ statements: [String]) -> String {
        HexText.encode(SHA256.hash(data: Array(statements.joined(separator: "\n").utf8)))
    }

    @Test(arguments: versions)
    func aDatabaseOfAnEarlierVersionOpens(_ version: Version) async throws {
        let token = version.tokens[TestStore.current]
        try await Self.open(version) { store in
            try await TestServer.run(environment: Self.keys, store: store) { server in
                try await KeyCheck(store: store).verify(server.dependencies.sealer)
                for (passcode, status) in [(TestServer.wrongPasscode, 403), (TestServer.passcode, 200)] {
                    let response = try await server.post(
                        "/api/auth/verify-passcode", #"{"passcode":"\#(passcode)"}"#, bearer: token)
                    #expect(response.status == status)
                }
            }
        }
    }

    private static func open(_ version: Version, _ body: (any Store) async throws -> Void) async throws {
        let last = try #require(Migration.all.firstIndex { $0.name == version.lastMigration })
        if TestStore.current == .postgres {
            let database = try TestDatabase()
            let pool = try database.pool(size: 1)
            defer { pool.close() }
            try await PostgresMigrations(pool: pool, migrations: Array(Migration.all[...last]), logger: .silent)
                .apply(within: .ample)
            try database.query(version.rows())
            try await PostgresMigrations(pool: pool, logger: .silent).apply(within: .ample)
            let store = try TestPostgres.store(database, clock: ManualClock())
            defer { store.close() }
            return try await body(store)
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "upgrade-\(UUID().uuidString)").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let queue = try DatabaseQueue(path: path)
        try SQLiteStore.migrator.migrate(queue, upTo: version.lastMigration)
        try await queue.write { [rows = try version.rows()] in try $0.execute(sql: rows) }
        try queue.close()
        try await body(TestServer.openStore(path))
    }
}
