package import LatchkeyServerCore
import Synchronization

/// Reads rows by their keys, many with one statement: what is asked for while a batch is read is the next batch. So a
/// single read waits for none, and under load a round trip and a plan serve up to 64.
///
/// It has connections of its own, and keeps no rows: each read sees the database as it is after it was asked for.
package final class PostgresBatchReader<Value: Sendable>: Sendable {
    /// The most keys of a batch.
    package static var maximumBatch: Int { 64 }

    private let pool: PostgresPool
    private let batches: BatchQueue<Value>

    /// - Parameters:
    ///   - connections: How many batches are read at once.
    ///   - query: Makes the statement for some keys. Its first column is the key, as data.
    ///   - value: Reads a row. What it throws fails the reads of that key alone.
    package init(
        settings: PostgresSettings, connections: Int = 2, timeout: Duration = .seconds(1), log: LogThrottle,
        query: @escaping @Sendable (_ keys: PostgresByteArrays) -> PostgresQuery,
        value: @escaping @Sendable (PostgresRow) throws -> Value
    ) {
        var settings = settings
        settings.plansOnce = true
        pool = PostgresPool(settings: settings, size: connections, timeout: timeout, log: log)
        batches = BatchQueue(limit: connections, query: query, value: value)
    }

    /// What waits are reads, not batches.
    package var status: PoolStatus {
        var status = pool.status
        status.waiting = batches.waiting
        return status
    }

    package func close() { pool.close() }

    /// As ``PostgresPool/reconnect(to:)``.
    package func reconnect(to host: PostgresHost?) { pool.reconnect(to: host) }

    /// The row with the key; nil when there is none.
    ///
    /// - Throws: ``PostgresError``, and what reading the row threw.
    package func read(_ key: [UInt8]) async throws -> Value? {
        // What is under way would take it along.
        if pool.core.isClosed { throw PostgresError.closed }
        let deadline = Deadline.in(pool.timeout)
        return try await withCheckedThrowingContinuation { continuation in
            if let job = batches.append(key, deadline, continuation) { pool.core.submit(job) }
        }
    }
}
