package import LatchkeyServerCore
import Synchronization

/// A reader of rows by key that combines many reads in one statement. Reads that arrive during a batch form the next
/// one. A single read therefore does not wait, and under load one round trip serves up to 64. A further connection is
/// needed only for full batches, and while a response or a connection takes long.
///
/// It has its own connections, and no cache: each read sees the database after it was requested.
package final class PostgresBatchReader<Value: Sendable>: Sendable {
    /// Maximum number of keys in a batch.
    package static var maximumBatch: Int { 64 }
    /// Maximum number of concurrent batches.
    private static var connections: Int { 2 }

    private let pool: PostgresPool
    private let batches: BatchQueue<Value>

    /// Creates a reader, which connects at its first read.
    ///
    /// - Parameters:
    ///   - patience: How long later reads wait for a response or a connection, unless they form a full batch. A local
    ///     database responds in a tenth of the default.
    ///   - query: Returns the statement for some keys. Its first column is the key, as data.
    ///   - value: Decodes a row. If it throws, only the reads of that key fail.
    package init(
        settings: PostgresSettings, timeout: Duration = .seconds(1), patience: Duration = .milliseconds(2),
        log: LogThrottle,
        query: @escaping @Sendable (_ keys: PostgresByteArrays) -> PostgresQuery,
        value: @escaping @Sendable (PostgresRow) throws -> Value
    ) {
        var settings = settings
        settings.plansOnce = true
        pool = PostgresPool(settings: settings, size: Self.connections, timeout: timeout, log: log)
        batches = BatchQueue(
            core: pool.core, limit: Self.connections, patience: patience, query: query, value: value)
    }

    /// The status of the pool. It counts waiting reads, not batches.
    package var status: PoolStatus {
        var status = pool.status
        status.waiting = batches.waiting
        return status
    }

    package func close() { pool.close() }

    /// Replaces all connections; see ``PostgresPool/reconnect(to:)``.
    package func reconnect(to host: PostgresHost?) { pool.reconnect(to: host) }

    /// Returns the row of a key, or nil.
    ///
    /// - Throws: ``PostgresError``, and errors of decoding the row.
    package func read(_ key: [UInt8]) async throws -> Value? {
        try await withCheckedThrowingContinuation { continuation in
            read(key) { continuation.resume(with: $0) }
        }
    }

    /// Reads the row of a key like ``read(_:)``, and calls `whenRead` once, on any thread.
    package func read(_ key: [UInt8], whenRead: @escaping @Sendable (Result<Value?, any Error>) -> Void) {
        // Batches in progress would include it.
        if pool.core.isClosed { return whenRead(.failure(PostgresError.closed)) }
        batches.append(BatchQueue.Read(key: key, deadline: .in(pool.timeout), whenRead: whenRead))
    }
}
