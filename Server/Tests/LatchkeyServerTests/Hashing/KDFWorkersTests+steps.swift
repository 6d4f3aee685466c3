import Testing

@testable import LatchkeyServer

extension KDFWorkersTests {
    /// Runs the test with workers and a clock, and ends their threads.
    func withWorkers(
        threads: Int = 1, ahead: Int = 0, queueLimit: Int = 10, _ test: (KDFWorkers) async throws -> Void
    ) async throws {
        let workers = KDFWorkers(threads: threads, ahead: ahead, queueLimit: queueLimit, clock: clock)
        do {
            try await test(workers)
        } catch {
            try await workers.shutdown()
            throw error
        }
        try await workers.shutdown()
    }

    func load(_ permits: Int, inUse: Int, waiting: Int = 0, shed: Int = 0) -> KDFWorkers.Load {
        .init(permits: permits, inUse: inUse, waiting: waiting, shed: shed)
    }

    /// Takes a permit and keeps it at the barrier.
    func hold(_ workers: KDFWorkers, at barrier: Barrier) async -> Task<Int, any Error> {
        let task = Task {
            let permit = try await workers.permit()
            return try await permit.run {
                barrier.pass()
                return 1
            }
        }
        await barrier.arrivals()
        return task
    }

    /// Joins the queue as the `position`th waiter.
    func join(_ workers: KDFWorkers, as position: Int) async -> Task<Int, any Error> {
        let task = Task {
            let permit = try await workers.permit()
            return try await permit.run { position }
        }
        await waitUntil { workers.load.waiting == position }
        return task
    }
}
