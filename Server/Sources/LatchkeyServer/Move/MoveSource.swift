import Foundation
import GRDB

/// The SQLite database to move, locked exclusively.
struct MoveSource: Sendable {
    /// A batch of rows.
    struct Batch {
        /// The lowest and the highest rowid.
        var rows: ClosedRange<Int64>
        /// The values of each row.
        var values: [[[UInt8]?]] = []
    }

    let path: String
    private let queue: DatabaseQueue

    /// Opens the file, and migrates its schema.
    init(path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { throw BackupError.noDatabase(path) }
        self.path = path
        var configuration = Configuration()
        configuration.busyMode = .timeout(1)
        // In exclusive mode the connection conflicts with any process that has the file open, so that idle servers are
        // detected (https://www.sqlite.org/pragma.html#pragma_locking_mode).
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL")
        }
        queue = try Self.mappingErrors(path) {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.inTransaction(.exclusive) { _ in .commit }
            guard try !queue.read(SQLiteStore.migrator.hasBeenSuperseded) else { throw DatabaseMoveError.newer(path) }
            try SQLiteStore.migrator.migrate(queue)
            return queue
        }
    }

    /// The content of `key_check`; nil if it is empty.
    func keyCheck() throws -> String? {
        try Self.mappingErrors(path) { try queue.read { try KeyCheckRow(session: SQLiteSession($0)).find() } }
    }

    /// Replaces the content of `key_check` durably in the file itself, so that a copy without the log has it.
    func setKeyCheck(_ record: String) throws {
        try Self.mappingErrors(path) {
            try queue.write { db in
                let repository = KeyCheckRow(session: SQLiteSession(db))
                try repository.insert(record)
                try repository.update(record)
            }
            let isBusy = try queue.writeWithoutTransaction { db in
                try Bool.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            guard isBusy == false else { throw DatabaseMoveError.file(path, code: "log") }
        }
    }

    /// Throws ``DatabaseMoveError/damaged(_:)`` if SQLite finds damage.
    func demandSoundness() throws {
        try Self.mappingErrors(path) {
            try queue.read { db in
                var complaints = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
                for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(20) {
                    let (table, rowid) = (row[0] as String? ?? "", row[1] as Int64? ?? 0)
                    complaints.append("\(table), rowid \(rowid), refers to a missing row")
                }
                guard complaints.isEmpty else { throw DatabaseMoveError.damaged(complaints) }
            }
        }
    }

    /// Reads a table in batches of `size` rows.
    func read(_ table: MovedTable, size: (Int64) -> Int, _ body: (Batch) throws -> Void) throws {
        try Self.mappingErrors(path) {
            try queue.read { db in
                let cursor = try Row.fetchCursor(db, sql: table.source)
                var batch: Batch?
                while let row = try cursor.next() {
                    let rowid: Int64 = row[0]
                    if let full = batch, full.values.count >= size(rowid) {
                        try body(full)
                        batch = nil
                    }
                    var next = batch ?? Batch(rows: rowid...rowid)
                    next.rows = min(next.rows.lowerBound, rowid)...max(next.rows.upperBound, rowid)
                    next.values.append(try table.values(of: row, rowid: rowid))
                    batch = next
                }
                if let batch { try body(batch) }
            }
        }
    }

    /// The highest ID that any event had.
    func newestActivity() throws -> Int64 {
        try Self.mappingErrors(path) {
            try queue.read { db in
                try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'activity'") ?? 0
            }
        }
    }

    func close() throws { try queue.close() }

    private static func mappingErrors<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw DatabaseMoveError.inUse(path)
        } catch let error as DatabaseError {
            throw DatabaseMoveError.file(path, code: "\(error.extendedResultCode)")
        }
    }
}
