import Testing

@testable import LatchkeyServer

@Suite(.timeLimit(.minutes(10))) struct KDFWorkersTests {
    let clock = ManualClock()

    @Test func permittedWorkReturnsItsValueOrItsError() async throws {
        struct Failure: Error {}
        try await withWorkers { workers in
            let value = try await workers.permit().run { 42 }
            #expect(value == 42)
            await #expect(throws: Failure.self) { try await workers.permit().run { throw Failure() } }
            #expect(workers.load == load(1, inUse: 0))
        }
    }

    @Test("V9 permits run concurrently, each on its own thread")
    func permitsRunConcurrentlyEachOnItsOwnThread() async throws {
        // More than the cooperative pool's threads on most machines, where the barrier would never fill.
        try await withWorkers(threads: 32) { workers in
            let barrier = Barrier()
            let tasks = (0..<32).map { _ in Task { try await workers.permit().run { barrier.pass() } } }
            await barrier.arrivals(32)
            #expect(workers.load == load(32, inUse: 32))
            barrier.open(times: 32)
            for task in tasks { try await task.value }
            #expect(workers.load == load(32, inUse: 0))
        }
    }

    @Test("V9 never more run concurrently than there are threads", arguments: 1...3, 0...1)
    func neverMoreRunConcurrentlyThanThereAreThreads(_ threads: Int, _ ahead: Int) async throws {
        try await withWorkers(threads: threads, ahead: ahead, queueLimit: 500) { workers in
            let running = Shared((now: 0, most: 0, total: 0))
            let tasks = (0..<400).map { index in
                Task {
                    let permit = try await workers.permit()
                    if index % 7 == 0 { return permit.release() }
                    if index % 11 == 0 { return }
                    try await permit.run {
                        running.change { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.total + 1) }
                        running.change { $0.now -= 1 }
                    }
                }
            }
            for (index, task) in tasks.enumerated() where index % 5 == 0 { task.cancel() }
            var cancelled = 0
            for task in tasks {
                do { try await task.value } catch KDFWorkersError.cancelled { cancelled += 1 }
            }
            let (_, most, total) = running.value
            #expect(most <= threads && most > 0)
            #expect(total > 0 && total + cancelled <= 400)
            #expect(workers.load == load(threads, inUse: 0))
        }
    }

    @Test func oneFurtherPermitIsGrantedWhileAllThreadsRun() async throws {
        try await withWorkers(ahead: 1) { workers in
            let barrier = Barrier()
            let holder = await hold(workers, at: barrier)
            let next = Task { try await workers.permit().run { 2 } }
            // The task has a permit, but its thread is not free yet.
            await waitUntil { workers.load.waiting == 1 }
            let waiter = await join(workers, as: 2)
            #expect(workers.load == load(1, inUse: 1, waiting: 2))
            barrier.open()
            let values = try await [holder.value, next.value, waiter.value]
            #expect(values == [1, 2, 2])
            #expect(workers.load == load(1, inUse: 0))
        }
    }

    @Test("V9 ASVS-15.4.4 waiters are served in order")
    func waitersAreServedInOrder() async throws {
        try await withWorkers { workers in
            let barrier = Barrier()
            let order = Shared<[Int]>([])
            let holder = await hold(workers, at: barrier)
            var waiters: [Task<Void, any Error>] = []
            for index in 1...5 {
                waiters.append(
                    Task { try await workers.permit().run { order.change { $0.append(index) } } })
                await waitUntil { workers.load.waiting == index }
            }
            barrier.open()
            _ = try await holder.value
            for waiter in waiters { try await waiter.value }
            #expect(order.value == [1, 2, 3, 4, 5])
        }
    }

    @Test("V9 ASVS-2.4.1 ASVS-15.2.2 a full queue rejects immediately", arguments: [0, 1, 2])
    func aFullQueueRejectsImmediately(_ limit: Int) async throws {
        try await withWorkers(queueLimit: limit) { workers in
            let barrier = Barrier()
            let holder = await hold(workers, at: barrier)
            var waiters: [Task<Int, any Error>] = []
            for position in 0..<limit { waiters.append(await join(workers, as: position + 1)) }
            for shed in 1...4 {
                await #expect(throws: KDFWorkersError.overloaded(retryAfter: 1 + (shed - 1) % 3)) {
                    _ = try await workers.permit().release()
                }
                #expect(workers.load == load(1, inUse: 1, waiting: limit, shed: shed))
            }
            barrier.open()
            _ = try await holder.value
            for waiter in waiters { _ = try await waiter.value }
            try await workers.permit().release()
            #expect(workers.load == load(1, inUse: 0, shed: 4))
        }
    }

    @Test("V9 a waiter is rejected exactly at its deadline")
    func aWaiterIsRejectedExactlyAtItsDeadline() async throws {
        try await withWorkers { workers in
            let barrier = Barrier()
            let holder = await hold(workers, at: barrier)
            let waiter = await join(workers, as: 1)
            await waitUntil { clock.sleepers == 1 }
            clock.advance(by: .seconds(1) - .milliseconds(1))
            #expect(clock.sleepers == 1)
            #expect(workers.load == load(1, inUse: 1, waiting: 1))
            clock.advance(by: .milliseconds(1))
            await #expect(throws: KDFWorkersError.overloaded(retryAfter: 1)) { try await waiter.value }
            #expect(workers.load == load(1, inUse: 1, shed: 1))
            barrier.open()
            _ = try await holder.value
            #expect(workers.load == load(1, inUse: 0, shed: 1))
        }
    }

    @Test("V9 a granted permit has no deadline")
    func aGrantedPermitHasNoDeadline() async throws {
        try await withWorkers { workers in
            let first = Barrier()
            let second = Barrier()
            let holder = await hold(workers, at: first)
            let waiter = Task { try await workers.permit().run { second.pass() } }
            await waitUntil { clock.sleepers == 1 }
            first.open()
            _ = try await holder.value
            await second.arrivals()
            await waitUntil { clock.sleepers == 0 }
            clock.advance(by: .seconds(5))
            #expect(workers.load == load(1, inUse: 1))
            second.open()
            try await waiter.value
            #expect(workers.load == load(1, inUse: 0))
        }
    }

    @Test("V9 a cancelled request leaves the queue")
    func aCancelledRequestLeavesTheQueue() async throws {
        try await withWorkers { workers in
            let barrier = Barrier()
            let holder = await hold(workers, at: barrier)
            let gone = await join(workers, as: 1)
            let stays = await join(workers, as: 2)
            gone.cancel()
            await #expect(throws: KDFWorkersError.cancelled) { try await gone.value }
            #expect(workers.load == load(1, inUse: 1, waiting: 1))
            barrier.open()
            _ = try await holder.value
            #expect(try await stays.value == 2)
            #expect(workers.load == load(1, inUse: 0))
        }
    }

    @Test("V9 a cancelled request does not enter the queue")
    func aCancelledRequestDoesNotEnterTheQueue() async throws {
        try await withWorkers { workers in
            let task = Task {
                await waitUntil { false }
                try await workers.permit().release()
            }
            task.cancel()
            await #expect(throws: KDFWorkersError.cancelled) { try await task.value }
            #expect(workers.load == load(1, inUse: 0))
        }
    }

    @Test("V9 a cancelled request keeps its permit while it works")
    func aCancelledRequestKeepsItsPermitWhileItWorks() async throws {
        try await withWorkers { workers in
            let barrier = Barrier()
            let isBack = Shared(false)
            let holder = Task {
                defer { isBack.change { $0 = true } }
                return try await workers.permit().run {
                    barrier.pass()
                    return 1
                }
            }
            await barrier.arrivals()
            let next = await join(workers, as: 1)
            holder.cancel()
            // The permit stays in use, long enough for it to pass the whole queue.
            for _ in 0..<1000 { await Task.yield() }
            #expect(workers.load == load(1, inUse: 1, waiting: 1))
            #expect(!isBack.value)
            barrier.open()
            let values = try await [holder.value, next.value]
            #expect(values == [1, 1])
            #expect(workers.load == load(1, inUse: 0))
        }
    }

    @Test("V9 the permit is free before the caller gets the result")
    func thePermitIsFreeBeforeTheCallerGetsTheResult() async throws {
        try await withWorkers { workers in
            for _ in 0..<200 {
                try await workers.permit().run {}
                #expect(workers.load.inUse == 0)
            }
        }
    }

    @Test("V9 ASVS-1.4.3 a permit is returned exactly once")
    func aPermitIsReturnedExactlyOnce() async throws {
        try await withWorkers(threads: 2) { workers in
            do {
                let kept = try await workers.permit()
                let released = try await workers.permit()
                #expect(workers.load == load(2, inUse: 2))
                released.release()
                #expect(workers.load == load(2, inUse: 1))
                _ = consume kept
            }
            #expect(workers.load == load(2, inUse: 0))
        }
    }

    @Test("V9 shutdown rejects new work and waits for running work")
    func shutdownRejectsNewWorkAndWaitsForRunningWork() async throws {
        let workers = KDFWorkers(threads: 2, queueLimit: 10, clock: clock)
        let barrier = Barrier()
        let unused = try await workers.permit()
        let holder = await hold(workers, at: barrier)
        let waiter = await join(workers, as: 1)
        let hasStopped = Shared(false)
        let stopping = Task {
            try await workers.shutdown()
            hasStopped.change { $0 = true }
        }
        await #expect(throws: KDFWorkersError.stopped) { try await waiter.value }
        await #expect(throws: KDFWorkersError.stopped) { try await workers.permit().release() }
        #expect(!hasStopped.value)
        barrier.open()
        #expect(try await holder.value == 1)
        try await stopping.value
        // Not in `#expect`, because a closure cannot consume the permit.
        do {
            _ = try await unused.run { Issue.record("the threads are gone") }
        } catch {
            #expect(error as? KDFWorkersError == .stopped)
        }
        #expect(workers.load == load(2, inUse: 0))
    }

    @Test("V9 prepared work is rejected at shutdown")
    func preparedWorkIsRejectedAtShutdown() async throws {
        let workers = KDFWorkers(threads: 1, ahead: 1, queueLimit: 0, clock: clock)
        let barrier = Barrier()
        let holder = await hold(workers, at: barrier)
        let ready = Task { try await workers.permit().run { Issue.record("the server stops") } }
        await waitUntil { workers.load.waiting == 1 }
        let stopping = Task { try await workers.shutdown() }
        // The other job is still running.
        await #expect(throws: KDFWorkersError.stopped) { try await ready.value }
        barrier.open()
        #expect(try await holder.value == 1)
        try await stopping.value
        #expect(workers.load == load(1, inUse: 0))
    }
}
