import Synchronization

/// The reads that are queued for a batch.
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
    }

    let query: @Sendable (PostgresByteArrays) -> PostgresQuery
    let value: @Sendable (PostgresRow) throws -> Value
    private let limit: Int
    private let state = Mutex(State())

    init(
        limit: Int, query: @escaping @Sendable (PostgresByteArrays) -> PostgresQuery,
        value: @escaping @Sendable (PostgresRow) throws -> Value
    ) {
        self.limit = limit
        self.query = query
        self.value = value
    }

    /// Queues a read. Returns a batch to submit, unless the limit is reached.
    func append(
        _ key: [UInt8], _ deadline: Deadline, _ whenRead: @escaping @Sendable (Result<Value?, any Error>) -> Void
    ) -> BatchJob<Value>? {
        state.withLock { state in
            state.waiting.append(Read(key: key, deadline: deadline, whenRead: whenRead))
            guard state.inProgress < limit else { return nil }
            state.inProgress += 1
            return BatchJob(queue: self, deadline: deadline)
        }
    }

    /// Removes and returns the reads of the next batch. If there are none, the batch has ended.
    func take(_ maximum: Int) -> [Read] {
        state.withLock { state in
            let reads = Array(state.waiting.prefix(maximum))
            state.waiting.removeFirst(reads.count)
            if reads.isEmpty { state.inProgress -= 1 }
            return reads
        }
    }

    /// The number of queued reads.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// The earliest deadline of the queued reads.
    var earliestDeadline: Deadline? { state.withLock { $0.waiting.lazy.map { $0.deadline }.min() } }

    /// Ends a batch that got no connection. Returns the reads that no other batch will read.
    func endWithoutConnection() -> [Read] {
        state.withLock { state in
            state.inProgress -= 1
            let isLast = state.inProgress == 0
            return state.waiting.extract { isLast || $0.deadline.hasPassed }
        }
    }
}
