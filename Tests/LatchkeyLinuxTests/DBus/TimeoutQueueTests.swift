import Synchronization
import Testing

@testable import LatchkeyLinux

@Suite("Timeouts", .timeLimit(.minutes(5)))
struct TimeoutQueueTests {
    /// Waits until a new timeout fires, or the test's time limit is over.
    private func timeout(of queue: TimeoutQueue) async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        _ = queue.schedule { end.yield() }
        for await _ in ends { return }
    }

    @Test func everyHandlerIsCalled() async {
        let queue = TimeoutQueue(timeout: .milliseconds(1))
        async let one: Void = timeout(of: queue)
        async let other: Void = timeout(of: queue)
        _ = await (one, other)
        // Schedules a timeout after the queue was empty.
        await timeout(of: queue)
    }

    @Test func aCancelledHandlerIsNotCalled() async {
        let queue = TimeoutQueue(timeout: .milliseconds(20))
        let isCalled = Mutex(false)
        let cancelled = queue.schedule { isCalled.withLock { $0 = true } }
        queue.cancel(cancelled)
        // Deadlines pass in order: a later one implies that the earlier one has passed.
        await timeout(of: queue)
        #expect(!isCalled.withLock { $0 })
    }

    @Test func pendingHandlersDoNotRetainTheQueue() {
        weak var kept: TimeoutQueue?
        do {
            let queue = TimeoutQueue(timeout: .seconds(60))
            _ = queue.schedule {}
            kept = queue
        }
        #expect(kept == nil)
    }
}
