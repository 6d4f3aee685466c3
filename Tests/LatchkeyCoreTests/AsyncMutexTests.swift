import LatchkeyCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct AsyncMutexTests {
    private let mutex = AsyncMutex()

    @Test("ASVS-15.4.3 cancelled waiter does not acquire the lock")
    func cancelledWaiterDoesNotAcquireTheLock() async throws {
        try await mutex.lock()
        let waiting = Task { [mutex] in try await mutex.lock() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let next = Task { [mutex] in try await mutex.lock() }
        mutex.unlock()
        try await next.value
        mutex.unlock()
        try await mutex.lock()
    }

    @Test func cancelledTaskStillAcquiresAFreeLock() async throws {
        let task = Task { [mutex] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await mutex.lock()
        }
        try await task.value
        let second = Task { [mutex] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await mutex.lock()
        }
        await #expect(throws: CancellationError.self) { try await second.value }
    }

    @Test func mutexAdmitsOneTaskAtATime() async throws {
        let inside = LockedValue((now: 0, most: 0, all: 0))
        let mutex = mutex
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    guard (try? await mutex.lock()) != nil else { return }
                    inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
                    await Task.yield()
                    inside.withLock { $0.now -= 1 }
                    mutex.unlock()
                }
            }
        }
        #expect(inside.withLock { $0.most == 1 && $0.all == 200 })
    }
}
