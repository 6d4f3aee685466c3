import Foundation
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// The store of the test servers.
enum TestStore {
    case sqlite
    case postgres

    /// SQLite, unless `LATCHKEY_TEST_STORE` is `postgres`.
    static let current = ProcessInfo.processInfo.environment["LATCHKEY_TEST_STORE"] == "postgres" ? postgres : sqlite

    /// Runs `body` with a new store with the latest schema and its path.
    static func run(_ body: (_ store: any Store, _ path: String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "latchkey.sqlite").path
        try await TestSlots.run {
            try await using(path, clock: ManualClock()) { store in try await body(store, path) }
        }
    }

    /// Runs `body` with a store on the database of this path, created if missing.
    ///
    /// - Parameter isShared: Whether the database is kept afterwards, because it is another's.
    static func using(
        _ path: String, clock: ManualClock, isShared: Bool = false, _ body: (any Store) async throws -> Void
    ) async throws {
        if current == .postgres {
            return try await TestPostgres.using(path, clock: clock, isShared: isShared, body)
        }
        try await body(TestServer.openStore(path, clock))
    }
}

extension Trait where Self == ConditionTrait {
    /// Only on SQLite: for its file, statements or locks.
    static var onSQLite: Self { .enabled(if: TestStore.current == .sqlite, "about SQLite alone") }

    /// Independent of the store. Runs once, with the tests on SQLite.
    static var onOneStore: Self { .enabled(if: TestStore.current == .sqlite, "about no store") }

    /// Tests of PostgreSQL, regardless of the test servers' store. Runs once, with the tests on SQLite.
    static var withPostgres: Self {
        .enabled(
            if: PostgresPrograms.areInstalled && TestStore.current == .sqlite,
            "PostgreSQL is not installed, or this runs with the tests on SQLite")
    }
}
