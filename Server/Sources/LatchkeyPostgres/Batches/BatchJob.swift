import Synchronization

/// A job that reads batches until no read is queued.
final class BatchJob<Value: Sendable>: PostgresJob {
    private struct State {
        var deadline: Deadline
        /// The batch whose connection was lost.
        var interrupted: [BatchQueue<Value>.Read] = []
    }

    /// Minimum time of a batch. Otherwise a read that queued almost until its deadline would cost the others their
    /// connection.
    private static var minimumTime: Duration { .milliseconds(100) }

    private let queue: BatchQueue<Value>
    private let state: Mutex<State>

    init(queue: BatchQueue<Value>, deadline: Deadline) {
        self.queue = queue
        state = Mutex(State(deadline: deadline))
    }

    var deadline: Deadline { state.withLock { $0.deadline } }
    var keys: Set<String> { [] }
    var priority: PostgresPriority { .normal }
    var isOverdue: Bool { false }

    func fail(_ error: PostgresError) {
        let interrupted = state.withLock { $0.interrupted }
        for read in interrupted + queue.endWithoutConnection() { read.whenRead(.failure(error)) }
    }

    func run(
        on connection: PostgresConnection, whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) -> PostgresJobEnd {
        var again = state.withLock { state in
            defer { state.interrupted = [] }
            return state.interrupted
        }
        while connection.isOpen {
            let isSecondTry = !again.isEmpty
            let reads = isSecondTry ? again : queue.take(PostgresBatchReader<Value>.maximumBatch)
            again = []
            guard let earliest = reads.lazy.map({ $0.deadline }).min() else { return .done {} }
            let deadline = max(earliest, .in(Self.minimumTime))
            do throws(PostgresError) {
                try resume(reads, connection.exchange([query(reads)], until: deadline))
            } catch {
                if !isSecondTry, !deadline.hasPassed, Self.isOfConnection(error) {
                    connection.close()
                    state.withLock { $0 = State(deadline: deadline, interrupted: reads) }
                    return .again
                }
                for read in reads { read.whenRead(.failure(error)) }
            }
        }
        // The next batch needs another connection.
        if let deadline = queue.earliestDeadline { state.withLock { $0.deadline = deadline } }
        return .again
    }

    private func query(_ reads: [BatchQueue<Value>.Read]) -> PostgresQuery {
        queue.query(PostgresByteArrays(reads.map { $0.key }))
    }

    private static func isOfConnection(_ error: PostgresError) -> Bool {
        switch error {
        case .unreachable: true
        case .rejected(let state, _): state.consequence == .reconnect
        default: false
        }
    }

    private func resume(
        _ reads: [BatchQueue<Value>.Read], _ results: [PostgresResult]
    ) throws(PostgresError) {
        var rows: [(key: [UInt8], value: Result<Value?, any Error>)] = []
        for row in results.first?.rows.map({ $0 }) ?? [] {
            rows.append((try row.value(0), Result { try queue.value(row) }))
        }
        // Few rows, which are compared faster than hashed.
        for read in reads { read.whenRead(rows.first { $0.key == read.key }?.value ?? .success(nil)) }
    }
}
