import Synchronization

/// A transaction that a body does.
final class TransactionJob<Value: Sendable, Outcome: Sendable>: PostgresJob {
    /// How often a body runs again for the sake of another transaction's.
    static var maximumRepeats: Int { 3 }

    let deadline: Deadline
    let lanes: Set<String>
    let priority: PostgresPriority
    private let overdue: Deadline
    private let mode: TransactionMode
    private let settings: PostgresSettings
    private let body: @Sendable (PostgresTransaction) throws -> Value
    private let outcome: @Sendable (Value, CommitAnswer?) throws(PostgresError) -> Outcome
    private let latestStart: Deadline
    private let answer: Answer<Outcome>
    private let hasReconnected = Mutex(false)

    /// - Parameters:
    ///   - overdue: When half of the time has passed.
    ///   - latestStart: When it is too late to begin: a transaction that cannot end in time costs its connection, and
    ///     under too much load each would.
    ///   - outcome: Makes the answer of what the body returned and of the commit's, which is nil where it only read.
    init(
        mode: TransactionMode, settings: PostgresSettings, lanes: Set<String>, priority: PostgresPriority = .normal,
        deadline: Deadline, overdue: Deadline, latestStart: Deadline,
        body: @escaping @Sendable (PostgresTransaction) throws -> Value,
        outcome: @escaping @Sendable (Value, CommitAnswer?) throws(PostgresError) -> Outcome, answer: Answer<Outcome>
    ) {
        self.mode = mode
        self.settings = settings
        self.lanes = lanes
        self.priority = priority
        self.overdue = overdue
        self.deadline = deadline
        self.latestStart = latestStart
        self.body = body
        self.outcome = outcome
        self.answer = answer
    }

    var isOverdue: Bool { overdue.hasPassed }

    func fail(_ error: PostgresError) { answer.give(.failure(error)) }

    func run(
        on connection: PostgresConnection, whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) -> PostgresJobEnd {
        if latestStart.hasPassed { return .done { [answer] in answer.give(.failure(PostgresError.timeout(.turn))) } }
        var repeats = 0
        while true {
            let transaction = PostgresTransaction(connection, mode: mode, settings: settings, deadline: deadline)
            do {
                let value = try body(transaction)
                let result = try outcome(value, end(transaction, whenLate: whenLate, isAbandoned: isAbandoned))
                return .done { [answer] in answer.give(.success(result)) }
            } catch {
                transaction.rollBack()
                switch next(after: transaction.failure ?? error as? PostgresError, repeats: repeats) {
                case .repeatBody: repeats += 1
                case .reconnect:
                    connection.close()
                    return .again
                case .giveUp:
                    if case .refused(let state, _) = transaction.failure, state.consequence == .reconnect {
                        connection.close()
                    }
                    return .done { [answer] in answer.give(.failure(error)) }
                }
            }
        }
    }

    private func end(
        _ transaction: PostgresTransaction, whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) throws(PostgresError) -> CommitAnswer? {
        if mode == .read || mode == .readOnce {
            try transaction.endReading()
            return nil
        }
        return try transaction.commit(
            whenLate: { [answer] in
                whenLate()
                answer.give(.failure(PostgresError.undecided(.late)))
            }, isAbandoned: isAbandoned)
    }

    private enum Next { case repeatBody, reconnect, giveUp }

    /// What follows a failure by which nothing was written.
    private func next(after failure: PostgresError?, repeats: Int) -> Next {
        guard !deadline.hasPassed else { return .giveUp }
        let consequence: SQLState.Consequence
        switch failure {
        case .refused(let state, _): consequence = state.consequence
        case .unreachable: consequence = .reconnect
        case .conflict: consequence = .repeatTransaction
        default: return .giveUp
        }
        switch consequence {
        case .repeatTransaction: return repeats < Self.maximumRepeats ? .repeatBody : .giveUp
        case .reconnect:
            return hasReconnected.withLock { hasReconnected in
                defer { hasReconnected = true }
                return hasReconnected ? .giveUp : .reconnect
            }
        case .unavailable, .misconfigured, .violation: return .giveUp
        }
    }
}
