import Synchronization

/// The reads that are queued for a batch.
///
/// A batch starts if it is full, or if no other one is prompt. Reads therefore share few statements, and a batch that
/// waits for the database or for a connection does not delay later reads.
final class BatchQueue<Value: Sendable>: Sendable {
    struct Read: Sendable {
        let key: [UInt8]
        let deadline: Deadline
        /// Called once, on the thread of a connection.
        let whenRead: @Sendable (Result<Value?, any Error>) -> Void
    }

    private struct State {
        var waiting: [Read] = []
        /// Batches that were submitted and have not ended.
        var inProgress = 0
        /// Those of them that wait long for a response, or for a connection.
        var slow = 0

        /// Whether the queued reads need a batch besides that many others, of which some are slow.
        func isDue(besides others: Int) -> Bool {
            !waiting.isEmpty && (others == slow || waiting.count >= PostgresBatchReader<Value>.maximumBatch)
        }
    }

    /// How long a batch is prompt. A local database responds in a tenth of that.
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

    /// Marks a batch as slow, so that another one can start.
    func beginSlowness() { startBatch { $0.slow += 1 } }

    func endSlowness() { state.withLock { $0.slow -= 1 } }

    /// Removes and returns the reads of the next batch. If there are none, the batch has ended.
    func take() -> [Read] {
        state.withLock { state in
            guard state.isDue(besides: state.inProgress - 1) else {
                state.inProgress -= 1
                return []
            }
            let reads = Array(state.waiting.prefix(PostgresBatchReader<Value>.maximumBatch))
            state.waiting.removeFirst(reads.count)
            return reads
        }
    }

    /// Returns the deadline of the next batch, which needs another connection. If there is none, the batch has ended.
    func deadlineOfNext() -> Deadline? {
        state.withLock { state in
            guard state.isDue(besides: state.inProgress - 1) else {
                state.inProgress -= 1
                return nil
            }
            return state.waiting.lazy.map { $0.deadline }.min()
        }
    }

    /// The number of queued reads.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Ends a batch that got no connection. Returns the reads that no other batch will read.
    func endWithoutConnection(isSlow: Bool) -> [Read] {
        state.withLock { state in
            state.inProgress -= 1
            state.slow -= isSlow ? 1 : 0
            let isLast = state.inProgress == 0
            return state.waiting.extract { isLast || $0.deadline.hasPassed }
        }
    }

    /// Changes the state, and submits a batch if the reads then need one.
    private func startBatch(after change: (inout State) -> Void) {
        let deadline: Deadline? = state.withLock { state in
            change(&state)
            guard state.inProgress < limit, state.isDue(besides: state.inProgress) else { return nil }
            state.inProgress += 1
            return state.waiting.lazy.map { $0.deadline }.min()
        }
        if let deadline { core.submit(BatchJob(queue: self, deadline: deadline)) }
    }
}
