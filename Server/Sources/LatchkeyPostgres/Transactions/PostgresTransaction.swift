/// A transaction on one connection, valid only in its body.
///
/// It is not `Sendable`, but parameters and results of a body are, so that it cannot leave the body or its thread.
///
/// A failed statement fails the transaction. Then nothing is written, whatever the body throws or returns.
package final class PostgresTransaction {
    private static let rollback = PostgresStatement("ROLLBACK")

    private let connection: PostgresConnection
    private let mode: TransactionMode
    private let settings: PostgresSettings
    private let deadline: Deadline
    private var hasBegun = false
    private var queued: [PostgresQuery] = []
    /// The reason why the transaction failed.
    private(set) var failure: PostgresError?

    init(_ connection: PostgresConnection, mode: TransactionMode, settings: PostgresSettings, deadline: Deadline) {
        self.connection = connection
        self.mode = mode
        self.settings = settings
        self.deadline = deadline
    }

    /// Runs a statement, after the queued ones, in one round trip.
    @discardableResult
    package func run(_ query: PostgresQuery) throws(PostgresError) -> PostgresResult {
        let results = try run([query])
        // One statement has one result or an error.
        guard let result = results.last else { throw .unreachable(ConnectionFailure(message: "no result")) }
        return result
    }

    /// Runs the statements in order, after the queued ones, in one round trip. Each sees the effects of those before
    /// it: first a lock, then, in a newer snapshot, the row that it guards.
    ///
    /// - Returns: One result for each of `queries`.
    package func run(_ queries: [PostgresQuery]) throws(PostgresError) -> [PostgresResult] {
        if let failure { throw failure }
        let ahead = (hasBegun ? [] : mode.opening(settings)) + queued
        precondition(mode != .readOnce || !hasBegun && ahead.count + queries.count <= 1, "it is one statement")
        do throws(PostgresError) {
            try demandTime()
            let results = try connection.exchange(ahead + queries, until: deadline)
            hasBegun = true
            queued = []
            return Array(results.suffix(queries.count))
        } catch {
            failure = error
            throw error
        }
    }

    /// Queues a statement. It is pipelined with the next query or COMMIT, which reports its error.
    package func queue(_ query: PostgresQuery) {
        queued.append(query)
    }

    /// Ends a read-only transaction. If the server does not respond, closes the connection; the result remains valid.
    func endReading() throws(PostgresError) {
        if let failure { throw failure }
        if !queued.isEmpty { _ = try run([]) }
        rollBack()
    }

    /// Sends the queued statements and COMMIT, and waits for the response without a limit, because the commit may
    /// succeed at any time. Waits for standbys until the deadline.
    ///
    /// - Parameters:
    ///   - whenLate: Called at the deadline.
    ///   - isAbandoned: Called after the deadline, and between queries of standbys. Ends the wait if the process stops
    ///     or changes its server.
    /// - Throws: ``PostgresError/undecided(_:)`` if the server may have committed; another error if it has not.
    func commit(
        whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) throws(PostgresError) -> CommitResult {
        if let failure { throw failure }
        do throws(PostgresError) {
            try demandTime()
            let ahead = (hasBegun ? [] : mode.opening(settings)) + queued
            let ending = mode.ending(settings)
            let commit = ahead.count + ending.commit
            let warnings = connection.warnings
            let received = try send(
                ahead + ending.queries, .past(deadline, whenLate: whenLate, isAbandoned: isAbandoned))
            hasBegun = false
            if let error = Self.error(of: received.failure, commit: commit) { throw error }
            var commitResult = CommitResult(
                tag: received.results[commit].tag, hasWarned: connection.warnings != warnings,
                warning: connection.newestWarning)
            if commitResult.isClean, let status = received.results.dropFirst(commit + 1).first {
                commitResult.standbyDoubt = standbyDoubt(behind: status, isAbandoned)
            }
            return commitResult
        } catch {
            failure = error
            throw error
        }
    }

    private func standbyDoubt(
        behind result: PostgresResult, _ isAbandoned: @escaping () -> Bool
    ) -> PostgresError.UndecidedReason? {
        guard let status = try? StandbyStatus(result) else { return .replicationOff }
        let ask = { [connection, deadline] () throws(PostgresError) -> StandbyStatus in
            let results = try connection.exchange([StandbyStatus.query()], until: deadline)
            guard let result = results.first else { throw .unexpectedValue(column: 0, type: "status") }
            return try StandbyStatus(result)
        }
        let wait = StandbyWait(deadline: deadline, ask: ask, isAbandoned: isAbandoned)
        return wait.doubt(behind: status)
    }

    /// Rolls back. If that does not succeed in time, closes the connection, so that the server rolls back.
    func rollBack() {
        guard hasBegun || failure != nil, connection.isOpen else { return }
        hasBegun = false
        if mode == .readOnce { return }
        _ = try? connection.exchange([Self.rollback()], until: deadline)
    }

    private func demandTime() throws(PostgresError) {
        guard deadline.hasPassed else { return }
        connection.close()
        throw .timeout(.response)
    }

    private func send(_ queries: [PostgresQuery], _ wait: ResponseWait) throws(PostgresError) -> PipelineResults {
        guard connection.isOpen else { throw .unreachable(ConnectionFailure(message: "the connection is closed")) }
        do throws(PostgresError) {
            return try connection.exchange(queries, wait)
        } catch .unreachable(let failure) {
            throw .undecided(.lost(failure))
        } catch {
            throw .undecided(.late)
        }
    }

    /// Maps a failure before, in or after COMMIT to an error.
    private static func error(of failure: PipelineResults.Failure?, commit: Int) -> PostgresError? {
        guard let failure, failure.index <= commit else { return nil }
        // The server ended the connection during COMMIT.
        guard failure.index == commit, failure.isFatal else { return failure.error }
        return .undecided(.lost(ConnectionFailure(state: failure.state, message: "the server ended the connection")))
    }
}
