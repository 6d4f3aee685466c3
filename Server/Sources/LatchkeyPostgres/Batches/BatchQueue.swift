import Synchronization

/// The reads that wait for a batch.
final class BatchQueue<Value: Sendable>: Sendable {
    struct Read: Sendable {
        let key: [UInt8]
        let deadline: Deadline
        let continuation: CheckedContinuation<Value?, any Error>
    }

    private struct State {
        var waiting: [Read] = []
        /// Batches that were submitted and have not ended.
        var underWay = 0
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

    /// Returns a batch to be submitted, where fewer than the limit are.
    func append(
        _ key: [UInt8], _ deadline: Deadline, _ continuation: CheckedContinuation<Value?, any Error>
    ) -> BatchJob<Value>? {
        state.withLock { state in
            state.waiting.append(Read(key: key, deadline: deadline, continuation: continuation))
            guard state.underWay < limit else { return nil }
            state.underWay += 1
            return BatchJob(queue: self, deadline: deadline)
        }
    }

    /// Takes the reads of a batch that begins now. Where there are none, the batch has ended.
    func take(_ maximum: Int) -> [Read] {
        state.withLock { state in
            let reads = Array(state.waiting.prefix(maximum))
            state.waiting.removeFirst(reads.count)
            if reads.isEmpty { state.underWay -= 1 }
            return reads
        }
    }

    /// The number of reads that wait for a batch.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// The moment at which the first of the waiting reads has waited too long.
    var earliestDeadline: Deadline? { state.withLock { $0.waiting.lazy.map(\.deadline).min() } }

    /// Ends a batch that got no connection. The reads that wait are another batch's, if there is one.
    func endWithoutConnection() -> [Read] {
        state.withLock { state in
            state.underWay -= 1
            let isLast = state.underWay == 0
            return state.waiting.extract { isLast || $0.deadline.hasPassed }
        }
    }
}
