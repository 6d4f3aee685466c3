/// The state of permits and queued requests of `KDFWorkers`, a value under its lock.
struct KDFQueue {
    typealias WaiterID = UInt64
    /// The result of a wait: a permit or an error.
    typealias Outcome = Result<Void, KDFWorkersError>
    typealias Continuation = CheckedContinuation<Outcome, Never>

    /// A continuation to resume after releasing the lock.
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
    /// Waits that ended before the waiter suspended.
    private var endedEarly: [WaiterID: Outcome] = [:]
    private var nextID: WaiterID = 0

    var waiting: Int { waiters.count }

    init(permits: Int, queueLimit: Int) {
        self.permits = permits
        self.queueLimit = queueLimit
    }

    /// Takes a permit, or returns a place in the queue.
    mutating func admit() throws(KDFWorkersError) -> WaiterID? {
        if isStopped { throw .stopped }
        // A released permit goes to the first waiter immediately, so a free permit means that none waits.
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
        // Not ended, so still queued: only `end` removes a waiter.
        if let index = waiters.firstIndex(where: { $0.id == id }) { waiters[index].continuation = continuation }
        return nil
    }

    /// Passes the permit on, or frees it.
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

    /// Ends a wait. Only the first of grant, deadline and cancellation has an effect.
    private mutating func end(_ id: WaiterID, _ outcome: Outcome) -> Wakeup? {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
        guard let continuation = waiters.remove(at: index).continuation else {
            endedEarly[id] = outcome
            return nil
        }
        return (continuation, outcome)
    }

    /// Rejects a request. The time for its retry alternates between one and three seconds, so that rejected requests do
    /// not return together.
    private mutating func shedOne() -> KDFWorkersError {
        shed += 1
        return .overloaded(retryAfter: 1 + (shed - 1) % 3)
    }
}
