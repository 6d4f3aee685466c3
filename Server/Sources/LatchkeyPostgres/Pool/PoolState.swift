/// The state machine of a pool: assigns jobs to workers. A value; ``PoolCore`` executes its actions.
struct PoolState {
    enum Action {
        case open(worker: Int)
        case run(worker: Int, any PostgresJob)
        case disconnect(worker: Int)
        case end(worker: Int)
        case fail(any PostgresJob, PostgresError)
        /// The first failed connection since the last success.
        case logFailure(ConnectionFailure, triedAt: ContinuousClock.Instant)
        case logRecovery
    }

    private enum Phase { case unopened, opening, idle, busy, parked }

    /// Pause between attempts to connect after a failure.
    static let pause: Duration = .milliseconds(50)

    private var phases: [Phase]
    /// Workers with a free connection. The most recently used is last, so that its pages are cached.
    private var idle: [Int] = []
    /// Workers whose connection closes when it is free.
    private var leaving: Set<Int> = []
    private var queue = KeyedQueue()
    private(set) var isClosed = false
    private var failure: ConnectionFailure?
    private var pausedUntil: Deadline?
    /// The latest time of the next call of ``tick()``; nil if no job waits.
    private(set) var nextTick: Deadline?

    init(workers: Int) {
        phases = Array(repeating: .unopened, count: workers)
    }

    var status: PoolStatus {
        var status = PoolStatus(idle: idle.count, waiting: queue.count)
        for phase in phases {
            switch phase {
            case .busy: status.busy += 1
            case .parked: status.parked += 1
            case .opening: status.opening += 1
            case .unopened, .idle: break
            }
        }
        return status
    }

    mutating func submit(_ job: any PostgresJob) -> [Action] {
        if isClosed { return [.fail(job, .closed)] }
        queue.append(job)
        tick(by: job.deadline)
        return assign()
    }

    mutating func opened(_ worker: Int) -> [Action] {
        let hasRecovered = failure != nil
        failure = nil
        pausedUntil = nil
        return (hasRecovered ? [.logRecovery] : []) + freed(worker, isOpen: true)
    }

    /// Handles a failed connection. Jobs keep waiting during a failover, or if there are other connections; otherwise
    /// they fail immediately.
    mutating func openFailed(
        _ worker: Int, _ failure: ConnectionFailure, triedAt: ContinuousClock.Instant
    ) -> [Action] {
        phases[worker] = .unopened
        leaving.remove(worker)
        let isNew = self.failure == nil
        self.failure = failure
        let pause = Deadline.in(Self.pause)
        pausedUntil = pause
        tick(by: pause)
        var actions: [Action] = isNew ? [.logFailure(failure, triedAt: triedAt)] : []
        if isClosed { return actions + [.end(worker: worker)] }
        // A server that is out of connections may accept some of several attempts.
        let isAlone = !phases.contains { $0 == .idle || $0 == .busy || $0 == .opening }
        if isAlone, !failure.isTransient {
            actions += queue.removeAll().map { .fail($0, error(of: failure)) }
        }
        return actions
    }

    mutating func parked(_ worker: Int) { phases[worker] = .parked }

    /// Handles the end of a job.
    mutating func finished(
        _ worker: Int, _ job: any PostgresJob, _ end: PostgresJobEnd, isOpen: Bool
    ) -> [Action] {
        switch end {
        case .done: queue.release(job)
        case .again:
            queue.putBack(job)
            tick(by: job.deadline)
        }
        return freed(worker, isOpen: isOpen)
    }

    /// Fails expired jobs, and tries to connect again.
    mutating func tick() -> [Action] {
        let error = failure.map(error(of:)) ?? .timeout(.turn)
        let expired = queue.removeExpired().map { Action.fail($0, error) }
        nextTick = queue.earliestDeadline
        let actions = assign()
        if queue.count > 0, let pausedUntil, !pausedUntil.hasPassed { tick(by: pausedUntil) }
        return expired + actions
    }

    /// Closes the connections, those in use when they are free.
    mutating func reconnect() -> [Action] {
        if isClosed { return [] }
        let free = idle
        idle = []
        for worker in free { phases[worker] = .unopened }
        leaving.formUnion(phases.indices.filter { phases[$0] != .unopened })
        pausedUntil = nil
        return free.map { .disconnect(worker: $0) } + assign()
    }

    func isLeaving(_ worker: Int) -> Bool { leaving.contains(worker) }

    /// Ends the workers when their job is done, and fails all waiting jobs.
    mutating func close() -> [Action] {
        if isClosed { return [] }
        isClosed = true
        let free = phases.indices.filter { phases[$0] == .idle || phases[$0] == .unopened }
        idle = []
        return queue.removeAll().map { .fail($0, .closed) } + free.map { .end(worker: $0) }
    }

    private mutating func tick(by deadline: Deadline) {
        nextTick = nextTick.map { min($0, deadline) } ?? deadline
    }

    private func error(of failure: ConnectionFailure) -> PostgresError { .unreachable(failure) }

    private mutating func freed(_ worker: Int, isOpen: Bool) -> [Action] {
        let leaves = leaving.remove(worker) != nil && isOpen
        let isOpen = isOpen && !leaves
        phases[worker] = isOpen ? .idle : .unopened
        if isClosed { return queue.removeAll().map { .fail($0, .closed) } + [.end(worker: worker)] }
        if isOpen { idle.append(worker) }
        return (leaves ? [.disconnect(worker: worker)] : []) + assign()
    }

    /// Assigns jobs to free connections, and opens connections for the remaining jobs.
    private mutating func assign() -> [Action] {
        if isClosed { return [] }
        var actions: [Action] = []
        while let worker = idle.last, let job = queue.takeNext() {
            idle.removeLast()
            phases[worker] = .busy
            actions.append(.run(worker: worker, job))
        }
        guard queue.count > 0, pausedUntil?.hasPassed ?? true else { return actions }
        let opening = phases.count { $0 == .opening }
        let unopened = phases.indices.filter { phases[$0] == .unopened }
        // One attempt is enough to detect the recovery.
        let wanted = failure == nil ? queue.startable(upTo: unopened.count + opening) : 1
        for worker in unopened.prefix(max(0, wanted - opening)) {
            phases[worker] = .opening
            actions.append(.open(worker: worker))
        }
        return actions
    }
}
