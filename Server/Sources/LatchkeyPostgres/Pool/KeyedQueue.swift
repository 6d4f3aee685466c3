import LatchkeyServerCore

/// A queue of jobs, ordered by priority and then by arrival, in which jobs that share a key run one at a time.
///
/// A job waits here, in memory, instead of on a connection for a lock. A thousand attempts on one account therefore
/// occupy one connection. A job with several keys waits until all are free, and reserves none meanwhile.
struct KeyedQueue {
    private var waiting = PriorityQueue<any PostgresJob>(priorities: PostgresPriority.allCases.count)
    private var taken: Set<String> = []

    /// The number of waiting jobs.
    var count: Int { waiting.count }

    /// The number of further jobs that could run concurrently, at most `limit`.
    func startable(upTo limit: Int) -> Int {
        var keys = taken
        var count = 0
        for job in waiting.elements {
            if count >= limit { break }
            guard keys.isDisjoint(with: job.keys) else { continue }
            keys.formUnion(job.keys)
            count += 1
        }
        return count
    }

    /// The earliest deadline of the waiting jobs.
    var earliestDeadline: Deadline? { waiting.elements.lazy.map(\.deadline).min() }

    mutating func append(_ job: any PostgresJob) {
        waiting.append(job, priority: job.priority.rawValue)
    }

    /// Removes and returns the most urgent job whose keys are free.
    mutating func takeNext() -> (any PostgresJob)? {
        let job = waiting.takeNext(where: { taken.isDisjoint(with: $0.keys) }, isOverdue: \.isOverdue)
        taken.formUnion(job?.keys ?? [])
        return job
    }

    /// Frees the keys of a job.
    mutating func release(_ job: any PostgresJob) {
        taken.subtract(job.keys)
    }

    /// Returns a running job to the queue, before all others of its priority.
    mutating func putBack(_ job: any PostgresJob) {
        release(job)
        waiting.putBack(job, priority: job.priority.rawValue)
    }

    /// Removes and returns the jobs whose deadline has passed.
    mutating func removeExpired() -> [any PostgresJob] { waiting.removeAll { $0.deadline.hasPassed } }

    mutating func removeAll() -> [any PostgresJob] { waiting.removeAll() }
}
