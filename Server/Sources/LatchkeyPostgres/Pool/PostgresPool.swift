package import LatchkeyServerCore
package import Logging

/// A pool of connections to one database. Work runs by priority, then in order of arrival.
///
/// - A call has one ``timeout`` for the queue, the connection, its statements and its COMMIT. After that it fails. Only
///   with ``PostgresError/undecided(_:)`` may it have written.
/// - A body runs on the thread of its connection, and may block it. It may run more than once: after a conflict (three
///   times more), and after a connection loss before COMMIT (once more).
/// - Cancelling the task of a call does not stop it: a reserved attempt is always settled.
/// - A late COMMIT is *parked*: its caller gets an error at the deadline, and the connection waits for the response. It
///   still counts as a connection of the pool, because the server also counts it.
///
/// Connections are opened on demand, and replaced after any failure.
package final class PostgresPool: Sendable {
    /// The default limit of a call.
    package let timeout: Duration
    let core: PoolCore

    /// Creates a pool, which connects at its first call.
    ///
    /// - Parameters:
    ///   - size: Maximum number of connections.
    ///   - log: The log of outages, shared by the pools of a database.
    package init(settings: PostgresSettings, size: Int, timeout: Duration = .seconds(1), log: LogThrottle) {
        self.timeout = timeout
        core = PoolCore(settings: settings, size: size, log: log)
    }

    /// A pool with its own log.
    package convenience init(settings: PostgresSettings, size: Int, timeout: Duration = .seconds(1), logger: Logger) {
        self.init(settings: settings, size: size, timeout: timeout, log: LogThrottle(logger))
    }

    deinit { core.close() }

    /// Replaces all connections: idle ones close now, busy ones when they are free. Parked commits are abandoned; their
    /// callers already got an error. New connections try `host` first, if given, then those after it.
    package func reconnect(to host: PostgresHost?) { core.reconnect(to: host) }

    package var status: PoolStatus { core.status }

    /// Fails all new and waiting calls. Running calls finish; parked ones do not.
    package func close() { core.close() }

    /// Reads one snapshot of the database.
    ///
    /// - Throws: ``PostgresError``, and errors of `body`.
    package func read<Value: Sendable>(
        within time: Duration? = nil, _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await run(.read, keys: [], .normal, within: time, body) { value, _ throws(PostgresError) in value }
    }

    /// Reads with one statement, without the commands that begin and end a transaction.
    ///
    /// - Parameter body: Runs exactly one statement. A second would see another snapshot; this is a programming error
    ///   and traps.
    /// - Throws: ``PostgresError``, and errors of `body`.
    package func readOnce<Value: Sendable>(
        within time: Duration? = nil, _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await run(.readOnce, keys: [], .normal, within: time, body) { value, _ throws(PostgresError) in value }
    }

    /// Writes, and returns after a failover cannot lose the commit.
    ///
    /// - Parameters:
    ///   - keys: Writes that share a key run one after another. Use one key for writes that take the same lock.
    ///   - time: Limit of the call; nil for ``timeout``.
    /// - Throws: ``PostgresError``, and errors of `body`. Nothing was written, except with
    ///   ``PostgresError/undecided(_:)``.
    package func write<Value: Sendable>(
        keys: Set<String> = [], priority: PostgresPriority = .normal, within time: Duration? = nil,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Committed<Value> {
        let replicas = core.settings.replicas
        return try await run(.write, keys: keys, priority, within: time, body) {
            value, result throws(PostgresError) in
            Committed(value: value, proof: try CommitProof.check(result, replicas: replicas))
        }
    }

    /// Writes like ``write(keys:priority:within:_:)``, but does not wait for a standby: the commit may be lost with the
    /// server.
    package func writeLocally<Value: Sendable>(
        keys: Set<String> = [], priority: PostgresPriority = .normal, within time: Duration? = nil,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await run(.localWrite, keys: keys, priority, within: time, body) { value, result throws(PostgresError) in
            try CommitProof.demandCommit(result)
            return value
        }
    }

    private func run<Value: Sendable, Outcome: Sendable>(
        _ mode: TransactionMode, keys: Set<String>, _ priority: PostgresPriority, within time: Duration?,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value,
        outcome: @escaping @Sendable (Value, CommitResult?) throws(PostgresError) -> Outcome
    ) async throws -> Outcome {
        let time = time ?? timeout
        let deadline = Deadline.in(time)
        let latestStart = Deadline.in(time - min(time / 20, .milliseconds(50)))
        return try await withCheckedThrowingContinuation { continuation in
            core.submit(
                TransactionJob(
                    mode: mode, settings: core.settings, keys: keys, priority: priority, deadline: deadline,
                    overdue: .in(time / 2), latestStart: latestStart, body: body, outcome: outcome,
                    continuation: SingleUseContinuation(continuation)))
        }
    }
}
