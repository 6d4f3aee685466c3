/// A transaction on one connection, for the body that it is given to.
///
/// It is not `Sendable`, and a body takes and returns what is: so it can neither leave the body nor its thread.
///
/// A statement that fails ends the transaction: PostgreSQL runs no other behind it. What a body throws or returns then,
/// nothing is written.
package final class PostgresTransaction {
    private static let rollback = PostgresStatement("ROLLBACK")

    private let connection: PostgresConnection
    private let mode: TransactionMode
    private let settings: PostgresSettings
    private let deadline: Deadline
    private var hasBegun = false
    private var queued: [PostgresQuery] = []
    /// Why the transaction failed.
    private(set) var failure: PostgresError?

    init(_ connection: PostgresConnection, mode: TransactionMode, settings: PostgresSettings, deadline: Deadline) {
        self.connection = connection
        self.mode = mode
        self.settings = settings
        self.deadline = deadline
    }

    /// Runs a statement, with those that are queued before it. One round trip.
    @discardableResult
    package func run(_ query: PostgresQuery) throws(PostgresError) -> PostgresResult {
        let results = try run([query])
        // One statement has one result, or an error.
        guard let result = results.last else { throw .unreachable(ConnectionFailure(message: "no result")) }
        return result
    }

    /// Runs the statements one after the other, with those that are queued before them, in one round trip. Each sees
    /// what those before it did: a lock, and then, by a snapshot that is newer than the lock, what it guards.
    ///
    /// - Returns: A result for each of `queries`.
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

    /// Has a statement sent with the next one, or with COMMIT, without a round trip of its own. Its result is not seen;
    /// if it fails, so does what it is sent with.
    package func queue(_ query: PostgresQuery) {
        queued.append(query)
    }

    /// Ends a transaction that only reads, and has nothing to commit. Where the server does not answer to that, the
    /// connection closes, and what was read stays read.
    func endReading() throws(PostgresError) {
        if let failure { throw failure }
        if !queued.isEmpty { _ = try run([]) }
        rollBack()
    }

    /// Sends what is queued and COMMIT, and waits for the answer, for as long as it takes: it is neither cancelled nor
    /// given up, since it may be done any moment. What standbys must have is waited for until the deadline.
    ///
    /// - Parameters:
    ///   - whenLate: Called at the deadline.
    ///   - isAbandoned: Asked behind the deadline, and between two questions about the standbys: whether the wait ends,
    ///     with the process or because its server is left.
    /// - Throws: ``PostgresError/undecided(_:)`` where the server may have committed; another error where it has not.
    func commit(
        whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) throws(PostgresError) -> CommitAnswer {
        if let failure { throw failure }
        do throws(PostgresError) {
            try demandTime()
            let ahead = (hasBegun ? [] : mode.opening(settings)) + queued
            let ending = mode.ending(settings)
            let commit = ahead.count + ending.commit
            let warnings = connection.warnings
            let answers = try send(
                ahead + ending.queries, .past(deadline, whenLate: whenLate, isAbandoned: isAbandoned))
            hasBegun = false
            if let error = Self.error(of: answers.failure, commit: commit) { throw error }
            var answer = CommitAnswer(
                tag: answers.results[commit].tag, hasWarned: connection.warnings != warnings,
                warning: connection.newestWarning)
            if answer.isClean, let status = answers.results.dropFirst(commit + 1).first {
                answer.standbyDoubt = standbyDoubt(behind: status, isAbandoned)
            }
            return answer
        } catch {
            failure = error
            throw error
        }
    }

    private func standbyDoubt(
        behind result: PostgresResult, _ isAbandoned: @escaping () -> Bool
    ) -> PostgresError.Doubt? {
        guard let status = try? StandbyStatus(result) else { return .replicationOff }
        let ask = { [connection, deadline] () throws(PostgresError) -> StandbyStatus in
            let results = try connection.exchange([StandbyStatus.query()], until: deadline)
            guard let result = results.first else { throw .unexpectedValue(column: 0, type: "status") }
            return try StandbyStatus(result)
        }
        let wait = StandbyWait(deadline: deadline, ask: ask, isAbandoned: isAbandoned)
        return wait.doubt(behind: status)
    }

    /// Ends the transaction without what it wrote. Where that cannot be had within the deadline, the connection closes,
    /// and the server rolls back by itself.
    func rollBack() {
        guard hasBegun || failure != nil, connection.isOpen else { return }
        hasBegun = false
        if mode == .readOnce { return }
        _ = try? connection.exchange([Self.rollback()], until: deadline)
    }

    private func demandTime() throws(PostgresError) {
        guard deadline.hasPassed else { return }
        connection.close()
        throw .timeout(.answer)
    }

    private func send(_ queries: [PostgresQuery], _ wait: AnswerWait) throws(PostgresError) -> PipelineAnswers {
        guard connection.isOpen else { throw .unreachable(ConnectionFailure(message: "the connection is closed")) }
        do throws(PostgresError) {
            return try connection.exchange(queries, wait)
        } catch .unreachable(let failure) {
            throw .undecided(.lost(failure))
        } catch {
            throw .undecided(.late)
        }
    }

    /// What a failure among the statements up to COMMIT, and behind it, means.
    private static func error(of failure: PipelineAnswers.Failure?, commit: Int) -> PostgresError? {
        guard let failure, failure.index <= commit else { return nil }
        // The server ended the connection in the midst of COMMIT.
        guard failure.index == commit, failure.isFatal else { return failure.error }
        return .undecided(.lost(ConnectionFailure(state: failure.state, message: "the server ended the connection")))
    }
}
