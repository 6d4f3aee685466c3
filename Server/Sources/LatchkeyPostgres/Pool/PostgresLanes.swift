#if PostgreSQL
/// The jobs that wait, in the order in which they came. Of the jobs of one lane one is out at a time, and the others
/// wait here, in memory, instead of each on a connection of its own, for a lock that the first one has: a thousand
/// guesses at one account hold one connection, and those at other accounts have the rest.
struct PostgresLanes {
    private var waiting: [any PostgresJob] = []
    private var taken: Set<String> = []

    /// The number of jobs that wait.
    var count: Int { waiting.count }

    /// How many of them could be out at once, besides those that are: up to `limit`.
    func startable(upTo limit: Int) -> Int {
        var lanes = taken
        var count = 0
        for job in waiting where count < limit {
            if job.lane.map({ lanes.insert($0).inserted }) ?? true { count += 1 }
        }
        return count
    }

    /// The moment at which the first of them has waited too long.
    var earliestDeadline: Deadline? { waiting.lazy.map(\.deadline).min() }

    mutating func append(_ job: any PostgresJob) {
        waiting.append(job)
    }

    /// Takes the first job out whose lane has none out.
    mutating func takeNext() -> (any PostgresJob)? {
        let index = waiting.firstIndex { job in job.lane.map { !taken.contains($0) } ?? true }
        guard let index else { return nil }
        let job = waiting.remove(at: index)
        if let lane = job.lane { taken.insert(lane) }
        return job
    }

    /// Notes that a job is no longer out.
    mutating func release(_ job: any PostgresJob) {
        if let lane = job.lane { taken.remove(lane) }
    }

    /// Puts a job that is out back, before all others.
    mutating func putBack(_ job: any PostgresJob) {
        release(job)
        waiting.insert(job, at: 0)
    }

    /// Takes the jobs away whose deadline has passed.
    mutating func removeExpired() -> [any PostgresJob] {
        waiting.extract { $0.deadline.hasPassed }
    }

    mutating func removeAll() -> [any PostgresJob] {
        defer { waiting = [] }
        return waiting
    }
}
#endif
