import GRDB

/// A lock on the database held by another process.
struct HeldDatabase {
    private let queue: DatabaseQueue

    /// Takes the lock that every write needs.
    init(_ path: String) async throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try await queue.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    }

    func release() async throws {
        try await queue.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
        try queue.close()
    }

    /// Holds it while `body` runs.
    static func run(_ path: String, _ body: () async throws -> Void) async throws {
        let held = try await HeldDatabase(path)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        try await held.release()
        try result.get()
    }
}
