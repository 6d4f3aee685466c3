import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

/// A server's data directory, seen from outside.
struct DataFolder: Sendable {
    /// The parent directory, for the output of processes.
    let scratch: URL
    let folder: URL

    init(in scratch: URL, named name: String = "data") {
        self.scratch = scratch
        folder = scratch.appending(path: name)
    }

    /// Creates the directory with the keys of another one.
    func takeKeys(of other: DataFolder) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: other.folder.appending(path: "secret-keys"), to: folder.appending(path: "secret-keys"))
    }

    /// The default settings of servers and commands on the directory.
    var settings: [String: String] {
        get throws {
            let settings = ["LATCHKEY_DATA_DIR": folder.path]
            if TestStore.current == .postgres {
                return settings.merging(FlowPostgres.settings(try FlowPostgres.database(of: folder.path))) { $1 }
            }
            return settings
        }
    }

    /// Opens the database while servers use it.
    func withStore<Value>(_ body: (any Store) async throws -> Value) async throws -> Value {
        if TestStore.current == .postgres {
            return try await FlowPostgres.withStore(FlowPostgres.database(of: folder.path), body)
        }
        let store = try SQLiteStore(path: databaseFile.path, clock: ManualClock())
        let value = try await body(store)
        try store.close()
        return value
    }

    var databaseFile: URL { folder.appending(path: "latchkey.sqlite") }
    var outbox: URL { folder.appending(path: "outbox") }

    /// Sets the clock of all servers on this directory ahead of the machine's.
    func setClock(ahead offset: Duration) throws {
        try Data("\(offset.components.seconds)\n".utf8).write(
            to: folder.appending(path: "clock-offset"), options: .atomic)
    }

    /// The current clock offset.
    var clockOffset: Duration {
        let text = try? String(contentsOf: folder.appending(path: "clock-offset"), encoding: .utf8)
        return .seconds(Int(text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "") ?? 0)
    }

    func advanceClock(by step: Duration) throws {
        try setClock(ahead: clockOffset + step)
    }

    /// Opens a read-only connection, so that closing it leaves the write-ahead log to the servers.
    func probe() throws -> DatabaseProbe {
        if TestStore.current == .postgres {
            return .postgres(try FlowPostgres.database(of: folder.path))
        }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(2)
        return .sqlite(try DatabaseQueue(path: databaseFile.path, configuration: configuration))
    }

    /// Holds the database's write lock while `body` runs, like a backup or a stalled process.
    func whileLocked<Value>(_ begin: String, _ body: () async throws -> Value) async throws -> Value {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.allowsUnsafeTransactions = true
        let queue = try DatabaseQueue(path: databaseFile.path, configuration: configuration)
        try await queue.writeWithoutTransaction { db in try db.execute(sql: begin) }
        let result: Result<Value, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        try await queue.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
        try queue.close()
        return try result.get()
    }

    /// Returns the emails to an address that are in the outbox.
    func emails(to email: String) -> [TestEmail] {
        let files = (try? FileManager.default.contentsOfDirectory(at: outbox, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "eml" && !isTaken($0) }.compactMap { file in
            (try? String(contentsOf: file, encoding: .utf8)).map { TestEmail(text: $0, file: file) }
        }.filter { $0.recipient == email }
    }

    /// Waits for an email with the subject, and removes it from the outbox.
    func takeEmail(to email: String, _ subject: String) async throws -> TestEmail {
        let message = try await waitFor("email \"\(subject)\" to \(email)") {
            emails(to: email).first { $0.subject == subject }
        }
        try take(message)
        return message
    }

    /// Removes the email from the outbox permanently. A server may send it again if the clock advances before it has
    /// left the database.
    func take(_ message: TestEmail) throws {
        try FileManager.default.moveItem(at: message.file, to: Self.mark(of: message.file))
    }

    private func isTaken(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: Self.mark(of: file).path) }

    private static func mark(of file: URL) -> URL { file.deletingPathExtension().appendingPathExtension("taken") }
}
