import Synchronization

/// A job that runs a body in a transaction.
final class TransactionJob<Value: Sendable, Outcome: Sendable>: PostgresJob {
    /// How often a body is repeated after conflicts.
    static var maximumRepeats: Int { 3 }

    let deadline: Deadline
    let keys: Set<String>
    let priority: PostgresPriority
    private let overdue: Deadline
    private let mode: TransactionMode
    private let settings: PostgresSettings
    private let body: @Sendable (PostgresTransaction) throws -> Value
    private let outcome: @Sendable (Value, CommitResult?) throws(PostgresError) -> Outcome
    private let latestStart: Deadline
    private let continuation: SingleUseContinuation<Outcome>
    private let hasReconnected = Mutex(false)

    /// - Parameters:
    ///   - overdue: When half of the time has passed.
    ///   - latestStart: The latest time to start. A transaction that cannot end in time costs its connection, and under
    ///     overload every one would.
    ///   - outcome: Combines the result of the body and of the commit, which is nil for a read.
    init(
        mode: TransactionMode, settings: PostgresSettings, keys: Set<String>, priority: PostgresPriority = .normal,
        deadline: Deadline, overdue: Deadline, latestStart: Deadline,
        body: @escaping @Sendable (PostgresTransaction) throws -> Value,
        outcome: @escaping @Sendable (Value, CommitResult?) throws(PostgresError) -> Outcome,
        continuation: SingleUseContinuation<Outcome>
    ) {
        self.mode = mode
        self.settings = settings
        self.keys = keys
        self.priority = priority
        self.overdue = overdue
        self.deadline = deadline
        self.latestStart = latestStart
        self.body = body
        self.outcome = outcome
        self.continuation = continuation
    }

    var isOverdue: Bool { overdue.hasPassed }

    func fail(_ error: PostgresError) { continuation.resume(with: .failure(error)) }

    func run(
        on connection: PostgresConnection, whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) -> PostgresJobEnd {
        if latestStart.hasPassed {
            return .done { [continuation] in continuation.resume(with: .failure(PostgresError.timeout(.turn))) }
        }
        var repeats = 0
        while true {
            let transaction = PostgresTransaction(connection, mode: mode, settings: settings, deadline: deadline)
            do {
                let value = try body(transaction)
                let result = try outcome(value, end(transaction, whenLate: whenLate, isAbandoned: isAbandoned))
                return .done { [continuation] in continuation.resume(with: .success(result)) }
            } catch {
                transaction.rollBack()
                switch next(after: transaction.failure ?? error as? PostgresError, repeats: repeats) {
                case .repeatBody: repeats += 1
                case .reconnect:
                    connection.close()
                    return .again
                case .giveUp:
                    if case .rejected(let state, _) = transaction.failure, state.consequence == .reconnect {
                        connection.close()
                    }
                    return .done { [continuation] in continuation.resume(with: .failure(error)) }
                }
            }
        }
    }

    private func end(
        _ transaction: PostgresTransaction, whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) throws(PostgresError) -> CommitResult? {
        if mode == .read || mode == .readOnce {
            try transaction.endReading()
            return nil
        }
        return try transaction.commit(
            whenLate: { [continuation] in
                whenLate()
                continuation.resume(with: .failure(PostgresError.undecided(.late)))
            }, isAbandoned: isAbandoned)
    }

    private enum Next { case repeatBody, reconnect, giveUp }

    /// Returns what to do after a failure without a write.
    private func next(after failure: PostgresError?, repeats: Int) -> Next {
        guard !deadline.hasPassed else { return .giveUp }
        let consequence: SQLState.Consequence
        switch failure {
        case .rejected(let state, _): consequence = state.consequence
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
