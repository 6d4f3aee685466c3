import Synchronization

/// The reads that are queued for a batch.
///
/// A batch starts if it is full, or if no other one is prompt. Reads therefore share few statements, and a batch that
/// waits for the database or for a connection does not delay later reads.
final class BatchQueue<Value: Sendable>: Sendable {
    struct Read: Sendable {
        let key: [UInt8]
        let deadline: Deadline
        /// Called once, on any thread.
        let whenRead: @Sendable (Result<Value?, any Error>) -> Void
    }

    /// The stage of a batch that was submitted and has not ended.
    enum Stage {
        /// Waits for its first connection. Prompt until the queue's patience ends.
        case submitted
        /// Runs on a connection.
        case prompt
        /// Has waited long for a response, or waits for another connection.
        case slow
    }

    private struct State {
        var waiting: [Read] = []
        /// The batches in progress.
        var batches: [Stage] = []
        /// When the patience with the latest submitted batch ends.
        var patienceEnd = Deadline.in(.zero)

        /// Whether the queued reads need a batch besides those in progress.
        var isDue: Bool {
            if waiting.isEmpty { return false }
            if waiting.count >= PostgresBatchReader<Value>.maximumBatch { return true }
            return !batches.contains(.prompt) && (!batches.contains(.submitted) || patienceEnd.hasPassed)
        }

        var earliestDeadline: Deadline? { waiting.lazy.map { $0.deadline }.min() }

        mutating func move(from old: Stage, to new: Stage?) {
            if let index = batches.firstIndex(of: old) { batches.remove(at: index) }
            if let new { batches.append(new) }
        }
    }

    /// How long a batch is prompt.
    let patience: Duration
    let query: @Sendable (PostgresByteArrays) -> PostgresQuery
    let value: @Sendable (PostgresRow) throws -> Value
    private let core: PoolCore
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - core: Runs the batches.
    ///   - limit: Number of concurrent batches.
    init(
        core: PoolCore, limit: Int, patience: Duration,
        query: @escaping @Sendable (PostgresByteArrays) -> PostgresQuery,
        value: @escaping @Sendable (PostgresRow) throws -> Value
    ) {
        self.core = core
        self.limit = limit
        self.patience = patience
        self.query = query
        self.value = value
    }

    func append(_ read: Read) { startBatch { $0.waiting.append(read) } }

    /// Notes the next stage of a batch, so that another one can start.
    func move(from old: Stage, to new: Stage) { startBatch { $0.move(from: old, to: new) } }

    /// Removes and returns the reads of the next batch. Without reads, the batch, which was prompt, has ended.
    func take() -> [Read] {
        state.withLock { state in
            guard Self.continues(&state) else { return [] }
            let reads = Array(state.waiting.prefix(PostgresBatchReader<Value>.maximumBatch))
            state.waiting.removeFirst(reads.count)
            return reads
        }
    }

    /// Returns the deadline of the next batch, which is slow now, because it needs another connection. Without reads,
    /// returns nil: the batch, which was prompt, has ended.
    func deadlineOfNext() -> Deadline? {
        state.withLock { state in
            guard Self.continues(&state) else { return nil }
            state.move(from: .prompt, to: .slow)
            return state.earliestDeadline
        }
    }

    /// The number of queued reads.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Ends a batch that got no connection.
    ///
    /// - Parameter isExpired: Whether its time has passed. Then another batch reads the reads that have more time.
    /// - Returns: The reads that no batch will read.
    func endWithoutConnection(from stage: Stage, isExpired: Bool) -> [Read] {
        let failed = state.withLock { state in
            state.move(from: stage, to: nil)
            let failsAll = state.batches.isEmpty && !isExpired
            return state.waiting.extract { failsAll || $0.deadline.hasPassed }
        }
        // Not after another failure, which each further batch would have, too.
        if isExpired { startBatch { _ in } }
        return failed
    }

    /// Whether a prompt batch has more reads. If not, ends it.
    private static func continues(_ state: inout State) -> Bool {
        state.move(from: .prompt, to: nil)
        guard state.isDue else { return false }
        state.batches.append(.prompt)
        return true
    }

    /// Changes the state, and submits a batch if the reads then need one.
    private func startBatch(after change: (inout State) -> Void) {
        let deadline: Deadline? = state.withLock { state in
            change(&state)
            guard state.batches.count < limit, state.isDue else { return nil }
            state.batches.append(.submitted)
            state.patienceEnd = .in(patience)
            return state.earliestDeadline
        }
        if let deadline { core.submit(BatchJob(queue: self, deadline: deadline)) }
    }
}
