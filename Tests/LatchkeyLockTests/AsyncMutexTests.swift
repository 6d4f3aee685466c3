import Testing

@testable import LatchkeyLock

@Suite(.timeLimit(.minutes(5))) struct AsyncMutexTests {
    private let mutex = AsyncMutex()

    @Test func aWaitThatIsCancelledEndsAndLetsNobodyIn() async throws {
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

    @Test func whoeverNeedNotWaitComesInThoughCancelled() async throws {
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

    @Test func oneAtATime() async throws {
        let (inside, most) = (Counter(), Counter())
        let mutex = mutex
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    guard (try? await mutex.lock()) != nil else { return }
                    // Two inside at once would both count.
                    if inside.increment() - most.value > 1 { Issue.record("two at once") }
                    await Task.yield()
                    most.increment()
                    mutex.unlock()
                }
            }
        }
        #expect(inside.value == 200 && most.value == 200)
    }

    @Test("C2 a guess that waits for another one can be called off, and costs nothing")
    func waitingForTheVault() async throws {
        var device = Device()
        _ = try await device.unlockedVault()
        let (reached, gate) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        device.onStretch = {
            reached.continuation.finish()
            for await _ in gate.stream {}
        }
        let vault = device.vault()
        let first = Task { try await vault.unlock(with: .right) }
        for await _ in reached.stream {}
        let second = Task { try await vault.unlock(with: .wrong) }
        second.cancel()
        await #expect(throws: VaultError.cancelled) { try await second.value }
        gate.continuation.finish()
        #expect(try await first.value == .unlocked)
        #expect(try await vault.attempts().failures == 0)
    }
}
