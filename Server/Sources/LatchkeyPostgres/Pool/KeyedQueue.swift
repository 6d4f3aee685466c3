import LatchkeyServerCore

/// The jobs that wait, by their priority, and then in the order in which they came.
///
/// Of the jobs of one lane one is out at a time. The others wait here, in memory, instead of each on a connection of
/// its own, for a lock that the first one has: a thousand guesses at one account hold one connection, and those at
/// other accounts have the rest. A job with several lanes waits until all are free, and holds none of them until then:
/// others of its lanes go before it rather than wait for it.
struct KeyedQueue {
    private var waiting = PriorityQueue<any PostgresJob>(priorities: PostgresPriority.allCases.count)
    private var taken: Set<String> = []

    /// The number of jobs that wait.
    var count: Int { waiting.count }

    /// How many of them could be out at once, besides those that are: up to `limit`.
    func startable(upTo limit: Int) -> Int {
        var lanes = taken
        var count = 0
        for job in waiting.elements {
            if count >= limit { break }
            guard lanes.isDisjoint(with: job.lanes) else { continue }
            lanes.formUnion(job.lanes)
            count += 1
        }
        return count
    }

    /// The moment at which the first of them has waited too long.
    var earliestDeadline: Deadline? { waiting.elements.lazy.map(\.deadline).min() }

    mutating func append(_ job: any PostgresJob) {
        waiting.append(job, priority: job.priority.rawValue)
    }

    /// Takes the most urgent job out whose lanes have none out.
    mutating func takeNext() -> (any PostgresJob)? {
        let job = waiting.takeNext(where: { taken.isDisjoint(with: $0.lanes) }, isOverdue: \.isOverdue)
        taken.formUnion(job?.lanes ?? [])
        return job
    }

    /// Notes that a job is no longer out.
    mutating func release(_ job: any PostgresJob) {
        taken.subtract(job.lanes)
    }

    /// Puts a job that is out back, before all others of its priority.
    mutating func putBack(_ job: any PostgresJob) {
        release(job)
        waiting.putBack(job, priority: job.priority.rawValue)
    }

    /// Takes the jobs away whose deadline has passed.
    mutating func removeExpired() -> [any PostgresJob] { waiting.removeAll { $0.deadline.hasPassed } }

    mutating func removeAll() -> [any PostgresJob] { waiting.removeAll() }
}
