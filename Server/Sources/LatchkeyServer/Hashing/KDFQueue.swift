/// The permits in use and the requests that wait: the rules of `KDFWorkers` as a value, under its lock.
struct KDFQueue {
    typealias WaiterID = UInt64
    /// The end of a wait: a permit, or none.
    typealias Outcome = Result<Void, KDFWorkersError>
    typealias Continuation = CheckedContinuation<Outcome, Never>

    /// A continuation to be resumed once the lock is free.
    typealias Wakeup = (continuation: Continuation, outcome: Outcome)

    private struct Waiter {
        let id: WaiterID
        var continuation: Continuation?
    }

    let permits: Int
    let queueLimit: Int
    private(set) var inUse = 0
    private(set) var shed = 0
    private(set) var isStopped = false
    private var waiters: [Waiter] = []
    /// Waits that ended before the waiter had suspended.
    private var endedEarly: [WaiterID: Outcome] = [:]
    private var nextID: WaiterID = 0

    var waiting: Int { waiters.count }

    init(permits: Int, queueLimit: Int) {
        self.permits = permits
        self.queueLimit = queueLimit
    }

    /// Takes a permit, or a place in the queue, which it returns.
    mutating func admit() throws(KDFWorkersError) -> WaiterID? {
        if isStopped { throw .stopped }
        // A permit that is given back goes to the first waiter at once, so a free one means that none waits.
        if inUse < permits {
            inUse += 1
            return nil
        }
        guard waiters.count < queueLimit else { throw shedOne() }
        nextID += 1
        waiters.append(Waiter(id: nextID))
        return nextID
    }

    mutating func suspend(_ id: WaiterID, with continuation: Continuation) -> Wakeup? {
        if let outcome = endedEarly.removeValue(forKey: id) { return (continuation, outcome) }
        // Not ended, so still in line: a waiter leaves the line by `end` alone.
        if let index = waiters.firstIndex(where: { $0.id == id }) { waiters[index].continuation = continuation }
        return nil
    }

    /// Hands the permit on, or frees it.
    mutating func release() -> Wakeup? {
        guard let next = waiters.first else {
            inUse -= 1
            return nil
        }
        return end(next.id, .success(()))
    }

    mutating func expire(_ id: WaiterID) -> Wakeup? {
        guard waiters.contains(where: { $0.id == id }) else { return nil }
        return end(id, .failure(shedOne()))
    }

    mutating func cancel(_ id: WaiterID) -> Wakeup? {
        end(id, .failure(.cancelled))
    }

    mutating func stop() -> [Wakeup] {
        isStopped = true
        return waiters.map(\.id).compactMap { end($0, .failure(.stopped)) }
    }

    /// Does nothing when the wait has ended already: of grant, deadline and cancellation the first one counts.
    private mutating func end(_ id: WaiterID, _ outcome: Outcome) -> Wakeup? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
        guard let continuation = waiters.remove(at: index).continuation else {
            endedEarly[id] = outcome
            return nil
        }
        return (continuation, outcome)
    }

    /// Alternates between one and three seconds, so that requests that were shed together do not come back together.
    private mutating func shedOne() -> KDFWorkersError {
        shed += 1
        return .overloaded(retryAfter: 1 + (shed - 1) % 3)
    }
}
