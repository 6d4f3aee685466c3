import Foundation
import LatchkeyPostgres
import Logging

/// The target PostgreSQL database of a move.
///
/// `continuity.moved_from` is the ID of the move. Its row is locked during the copy, so that a later process waits for
/// its result.
struct MoveTarget: Sendable {
    /// An error for a batch that PostgreSQL rejected.
    private struct RejectedBatch: Error {
        let table: String
        let rows: ClosedRange<Int64>
        let reason: String

        var error: DatabaseMoveError { .invalidRows(table: table, rows: rows, reason: reason) }
    }

    private static let batchSize = 1000
    /// The time limit of the move, enough for any database.
    private static let time: Duration = .days(1)

    private static let isFilled = PostgresStatement(
        """
        SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM one_time_tokens)
            OR EXISTS (SELECT FROM mail_requests) OR EXISTS (SELECT FROM notices) OR EXISTS (SELECT FROM outbox)
            OR EXISTS (SELECT FROM imports) OR EXISTS (SELECT FROM key_check)
        """)
    private static let lock = PostgresStatement("SELECT moved_from FROM continuity FOR UPDATE")
    // A write, so that a former primary cannot respond.
    private static let find = PostgresStatement("UPDATE continuity SET moved_from = moved_from RETURNING moved_from")
    private static let note = PostgresStatement("UPDATE continuity SET moved_from = $1")
    private static let storeKeyCheck = PostgresStatement("INSERT INTO key_check (record) VALUES ($1)")
    private static let continueActivity = PostgresStatement(
        "SELECT setval(pg_get_serial_sequence('activity', 'id'), $1) WHERE $1 > 0")

    let name: String
    private let pool: PostgresPool
    private let logger: Logger

    init(_ database: PostgresDatabase, logger: Logger) {
        name = database.settings.address.description
        self.logger = logger
        pool = PostgresPool(settings: database.settings, size: 2, timeout: .databaseCommand, logger: logger)
    }

    /// Checks durability, and migrates the schema.
    func prepare(_ database: PostgresDatabase) async throws {
        try await PostgresStore.prepare(
            database, on: pool, schema: database.migratesWhenServing ? .migrated : .upToDate,
            logger: logger)
    }

    func demandEmptiness() async throws {
        let isFilled = try await pool.read { try $0.run(Self.isFilled()).first?.value(0, as: Bool.self) }
        guard isFilled == false else { throw DatabaseMoveError.notEmpty(name) }
    }

    /// Whether the move of this ID was committed here. Waits for a copy that an ended process left running.
    func holds(_ id: UUID) async throws -> Bool {
        for _ in 0..<10 {
            do {
                return try await pool.write { transaction in
                    try transaction.run(Self.find()).first?.value(0, as: UUID?.self) == id
                }.value
            } catch PostgresError.rejected(let state, _) where state.code == "55P03" {
                // The lock is not free: retry.
            }
        }
        throw DatabaseMoveError.undecided("an earlier run is still active there")
    }

    /// Copies the database in one transaction, and returns the number of rows per table after a failover cannot lose
    /// them.
    func take(_ source: MoveSource, id: UUID, keyCheck: String) async throws -> [String: Int] {
        do {
            return try await locks.retrying { try await copy(source, id: id, keyCheck: keyCheck, alone: nil) }
        } catch let batch as RejectedBatch where batch.rows.count > 1 {
            // Repeats the batch row by row to find the rejected one.
            do {
                return try await locks.retrying { try await copy(source, id: id, keyCheck: keyCheck, alone: batch) }
            } catch let row as RejectedBatch {
                throw row.error
            }
        } catch let row as RejectedBatch {
            throw row.error
        }
    }

    private var locks: TableLocks { TableLocks(pool: pool, logger: logger) }

    private func copy(
        _ source: MoveSource, id: UUID, keyCheck: String, alone: RejectedBatch?
    ) async throws -> [String: Int] {
        try await pool.write(within: Self.time) { transaction in
            try transaction.run(Self.lock())
            try TableLocks.excludeVacuum(in: transaction)
            try transaction.run(WriteScope.lockAll())
            guard try transaction.run(Self.isFilled()).first?.value(0, as: Bool.self) == false else {
                throw DatabaseMoveError.notEmpty(name)
            }
            var counts: [String: Int] = [:]
            for table in MovedTable.all {
                let sent = try copy(table, of: source, alone: alone, in: transaction)
                guard try table.digest(in: transaction) == sent else { throw DatabaseMoveError.differs(table.name) }
                counts[table.name] = sent.count
            }
            try transaction.run(Self.storeKeyCheck(keyCheck))
            try transaction.run(Self.continueActivity(try source.newestActivity()))
            try transaction.run(Self.note(id))
            return counts
        }.value
    }

    /// Copies a table, and returns its digest.
    ///
    /// - Parameter alone: The batch whose rows are inserted one by one.
    private func copy(
        _ table: MovedTable, of source: MoveSource, alone: RejectedBatch?, in transaction: PostgresTransaction
    ) throws -> TableDigest {
        var digest = TableDigest()
        let slow = alone.flatMap { $0.table == table.name ? $0.rows : nil }
        try source.read(table, size: { slow?.contains($0) == true ? 1 : Self.batchSize }) { batch in
            for row in batch.values { digest.add(row) }
            do {
                try transaction.run(table.insertion(of: batch.values))
            } catch PostgresError.rejected(let state, let constraint)
                where state.code.hasPrefix("22") || state.code.hasPrefix("23")
            {
                throw RejectedBatch(table: table.name, rows: batch.rows, reason: constraint ?? state.code)
            }
        }
        return digest
    }

    func close() { pool.close() }
}
