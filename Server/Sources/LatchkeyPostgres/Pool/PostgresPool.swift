package import LatchkeyServerCore
package import Logging

/// Connections to one database, and the order in which work gets them: by its priority, and then first come, first
/// served.
///
/// - A call has ``timeout`` in all: for its turn, a connection, its statements and its COMMIT. Then it fails, and only
///   with ``PostgresError/undecided(_:)`` may it have written.
/// - A body runs on a thread of its connection's, and may block it. It may run twice: where another transaction was in
///   the way (three times more), and where the connection was lost before COMMIT (once more).
/// - To cancel the task of a call gives up nothing: an attempt that was reserved is settled.
/// - A COMMIT that is late is *parked*: its caller is told at the deadline, and the connection waits for the answer. It
///   counts as one of the pool's until then, since it does on the server, too.
///
/// Connections are made when they are needed. The pool is whole again after any fault: what was lost is made anew.
package final class PostgresPool: Sendable {
    /// How long a call takes at most, unless it says otherwise.
    package let timeout: Duration
    let core: PoolCore

    /// - Parameters:
    ///   - size: The most connections.
    ///   - log: Is told when the database cannot be reached, and when it is again. Pools of one database share it.
    package init(settings: PostgresSettings, size: Int, timeout: Duration = .seconds(1), log: LogThrottle) {
        self.timeout = timeout
        core = PoolCore(settings: settings, size: size, log: log)
    }

    /// A pool that shares its log with no other.
    package convenience init(settings: PostgresSettings, size: Int, timeout: Duration = .seconds(1), logger: Logger) {
        self.init(settings: settings, size: size, timeout: timeout, log: LogThrottle(logger))
    }

    deinit { core.close() }

    /// Leaves the servers that there are connections to: what is free closes, and what is at work closes behind it. A
    /// commit that is parked is given up; what becomes of it is not known, as its caller was told. New connections are
    /// made to `host` first, where there is one, and to those behind it in their order.
    package func reconnect(to host: PostgresHost?) { core.reconnect(to: host) }

    package var status: PoolStatus { core.status }

    /// Fails all calls from now on, and those that wait. What is under way is finished first; what is parked is not.
    package func close() { core.close() }

    /// Reads one state of the database.
    ///
    /// - Throws: ``PostgresError``, and what `body` throws.
    package func read<Value: Sendable>(
        within time: Duration? = nil, _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await run(.read, lanes: [], .normal, within: time, body) { value, _ throws(PostgresError) in value }
    }

    /// Reads by one statement, without the two that begin and end a transaction.
    ///
    /// - Parameter body: Runs one statement, and no more: a second would see another state. That is a mistake of the
    ///   program, and ends it.
    /// - Throws: ``PostgresError``, and what `body` throws.
    package func readOnce<Value: Sendable>(
        within time: Duration? = nil, _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await run(.readOnce, lanes: [], .normal, within: time, body) { value, _ throws(PostgresError) in value }
    }

    /// Writes, and returns once a failover cannot lose it.
    ///
    /// - Parameters:
    ///   - lanes: Writes that share a lane run one after the other. Give those one lane that lock the same.
    ///   - time: How long it takes at most; nil for ``timeout``.
    /// - Throws: ``PostgresError``, and what `body` throws; nothing is written then, but for
    ///   ``PostgresError/undecided(_:)``.
    package func write<Value: Sendable>(
        lanes: Set<String> = [], priority: PostgresPriority = .normal, within time: Duration? = nil,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Committed<Value> {
        let replicas = core.settings.replicas
        return try await run(.write, lanes: lanes, priority, within: time, body) {
            value, answer throws(PostgresError) in
            Committed(value: value, proof: try CommitProof.check(answer, replicas: replicas))
        }
    }

    /// Does the same as ``write(lanes:priority:within:_:)`` for what may be lost with the server: it waits for no
    /// standby.
    package func writeLocally<Value: Sendable>(
        lanes: Set<String> = [], priority: PostgresPriority = .normal, within time: Duration? = nil,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await run(.localWrite, lanes: lanes, priority, within: time, body) { value, answer throws(PostgresError) in
            try CommitProof.demandCommit(answer)
            return value
        }
    }

    private func run<Value: Sendable, Outcome: Sendable>(
        _ mode: TransactionMode, lanes: Set<String>, _ priority: PostgresPriority, within time: Duration?,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value,
        outcome: @escaping @Sendable (Value, CommitAnswer?) throws(PostgresError) -> Outcome
    ) async throws -> Outcome {
        let time = time ?? timeout
        let deadline = Deadline.in(time)
        let latestStart = Deadline.in(time - min(time / 20, .milliseconds(50)))
        return try await withCheckedThrowingContinuation { continuation in
            core.submit(
                TransactionJob(
                    mode: mode, settings: core.settings, lanes: lanes, priority: priority, deadline: deadline,
                    overdue: .in(time / 2), latestStart: latestStart, body: body, outcome: outcome,
                    answer: Answer(continuation)))
        }
    }
}
