import Synchronization

/// A job that reads batches until no read needs it.
final class BatchJob<Value: Sendable>: PostgresJob {
    private struct State {
        var deadline: Deadline
        /// The batch whose connection was lost.
        var interrupted: [BatchQueue<Value>.Read] = []
        var stage = BatchQueue<Value>.Stage.submitted
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
        let state = state.withLock { $0 }
        let reads = queue.endWithoutConnection(from: state.stage, isExpired: state.deadline.hasPassed)
        for read in state.interrupted + reads { read.whenRead(.failure(error)) }
    }

    func run(
        on connection: PostgresConnection, whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) -> PostgresJobEnd {
        let last = state.withLock { state in
            defer { state = State(deadline: state.deadline, stage: .prompt) }
            return state
        }
        queue.move(from: last.stage, to: .prompt)
        if !last.interrupted.isEmpty { _ = read(last.interrupted, on: connection, isSecondTry: true) }
        // A connection that the pool replaces reads no further batch.
        while connection.isOpen, !isAbandoned() {
            let reads = queue.take()
            if reads.isEmpty { return .done {} }
            if let deadline = read(reads, on: connection, isSecondTry: false) {
                state.withLock { $0 = State(deadline: deadline, interrupted: reads, stage: .slow) }
                queue.move(from: .prompt, to: .slow)
                return .again
            }
        }
        guard let deadline = queue.deadlineOfNext() else { return .done {} }
        state.withLock { $0 = State(deadline: deadline, stage: .slow) }
        return .again
    }

    /// Reads a batch. If its connection is lost at the first try, returns the deadline of the second.
    private func read(
        _ reads: [BatchQueue<Value>.Read], on connection: PostgresConnection, isSecondTry: Bool
    ) -> Deadline? {
        let earliest = reads.lazy.map { $0.deadline }.min() ?? .in(Self.minimumTime)
        let deadline = max(earliest, .in(Self.minimumTime))
        var isSlow = false
        let wait = ResponseWait.until(deadline, patience: queue.patience) { [queue] in
            isSlow = true
            queue.move(from: .prompt, to: .slow)
        }
        defer { if isSlow { queue.move(from: .slow, to: .prompt) } }
        do throws(PostgresError) {
            try resume(reads, connection.exchange([query(reads)], wait).demandResults())
        } catch {
            if !isSecondTry, !deadline.hasPassed, Self.isOfConnection(error) {
                connection.close()
                return deadline
            }
            for read in reads { read.whenRead(.failure(error)) }
        }
        return nil
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
