/// The jobs that wait, by their priority, and then in the order in which they came.
///
/// Of the jobs of one lane one is out at a time. The others wait here, in memory, instead of each on a connection of
/// its own, for a lock that the first one has: a thousand guesses at one account hold one connection, and those at
/// other accounts have the rest. A job with several lanes waits until all are free, and holds none of them until then:
/// others of its lanes go before it rather than wait for it.
struct PostgresLanes {
    private static let byUrgency = PostgresPriority.allCases.sorted { $0.rawValue > $1.rawValue }

    /// By ``PostgresPriority``.
    private var waiting = [[any PostgresJob]](repeating: [], count: PostgresPriority.allCases.count)
    private var taken: Set<String> = []

    /// The number of jobs that wait.
    var count: Int { waiting.reduce(0) { $0 + $1.count } }

    /// How many of them could be out at once, besides those that are: up to `limit`.
    func startable(upTo limit: Int) -> Int {
        var lanes = taken
        var count = 0
        for job in waiting.joined() {
            if count >= limit { break }
            guard lanes.isDisjoint(with: job.lanes) else { continue }
            lanes.formUnion(job.lanes)
            count += 1
        }
        return count
    }

    /// The moment at which the first of them has waited too long.
    var earliestDeadline: Deadline? { waiting.lazy.joined().map(\.deadline).min() }

    mutating func append(_ job: any PostgresJob) {
        waiting[job.priority.rawValue].append(job)
    }

    /// Takes the most urgent job out whose lanes have none out.
    mutating func takeNext() -> (any PostgresJob)? {
        for priority in Self.byUrgency {
            if priority == .normal, let overdue = take(.background, where: \.isOverdue) { return overdue }
            if let job = take(priority) { return job }
        }
        return nil
    }

    private mutating func take(
        _ priority: PostgresPriority, where isWanted: (any PostgresJob) -> Bool = { _ in true }
    ) -> (any PostgresJob)? {
        let index = waiting[priority.rawValue].firstIndex { job in
            taken.isDisjoint(with: job.lanes) && isWanted(job)
        }
        guard let index else { return nil }
        let job = waiting[priority.rawValue].remove(at: index)
        taken.formUnion(job.lanes)
        return job
    }

    /// Notes that a job is no longer out.
    mutating func release(_ job: any PostgresJob) {
        taken.subtract(job.lanes)
    }

    /// Puts a job that is out back, before all others of its priority.
    mutating func putBack(_ job: any PostgresJob) {
        release(job)
        waiting[job.priority.rawValue].insert(job, at: 0)
    }

    /// Takes the jobs away whose deadline has passed.
    mutating func removeExpired() -> [any PostgresJob] {
        waiting.indices.flatMap { waiting[$0].extract { $0.deadline.hasPassed } }
    }

    mutating func removeAll() -> [any PostgresJob] {
        defer { for index in waiting.indices { waiting[index] = [] } }
        return Array(waiting.joined())
    }
}
