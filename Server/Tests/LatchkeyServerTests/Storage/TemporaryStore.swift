import Foundation

@testable import LatchkeyServer

/// A migrated SQLite database for one test.
enum TemporaryStore {
    static func run(_ body: (SQLiteStore, String) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "latchkey.sqlite").path
        try await TestSlots.run { try await body(TestServer.openStore(path), path) }
    }
}
