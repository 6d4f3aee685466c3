import Foundation

@testable import LatchkeyServer

/// A migrated SQLite database for one test, which records its statements.
enum TracedStore {
    static func run(_ body: (SQLiteStore, Shared<[String]>) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let statements = Shared<[String]>([])
        let path = directory.appending(path: "latchkey.sqlite").path
        let store = try SQLiteStore(path: path, clock: ManualClock(), timeout: .seconds(60)) { sql in
            statements.change { $0.append(sql) }
        }
        try store.migrate()
        try await body(store, statements)
    }
}
