import Dispatch
import Synchronization
import Testing

@testable import LatchkeyServer

/// A barrier that blocks work on its thread until the test opens it.
final class Barrier: Sendable {
    private struct State {
        /// Arrivals that were not waited for yet.
        var arrived = 0
        var waiters: [(id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var lastID = 0

        /// Removes and returns the waiters that are done.
        mutating func served() -> [CheckedContinuation<Void, Never>] {
            var served: [CheckedContinuation<Void, Never>] = []
            while let waiter = waiters.first, waiter.count <= arrived {
                arrived -= waiter.count
                served.append(waiters.removeFirst().continuation)
            }
            return served
        }
    }

    private let state = Mutex(State())
    private let opened = DispatchSemaphore(value: 0)

    /// How long a wait lasts before it fails.
    private static let timeout: DispatchTimeInterval = .seconds(120)

    /// Blocks the thread of the work.
    func pass() {
        change { $0.arrived += 1 }
        if opened.wait(timeout: .now() + Self.timeout) == .timedOut { Issue.record("a barrier was not opened") }
    }

    func open(times: Int = 1) {
        for _ in 0..<times { opened.signal() }
    }

    /// Waits for that many more arrivals. Blocks no thread: Dispatch and tasks have one per core, and a few waiting
    /// tests would block all others.
    func arrivals(_ count: Int = 1) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let timer = DispatchWorkItem { [weak self] in self?.giveUp(id) }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.timeout, execute: timer)
        await withCheckedContinuation { continuation in
            change { $0.waiters.append((id, count, continuation)) }
        }
        timer.cancel()
    }

    private func giveUp(_ id: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
        guard let waiter else { return }
        Issue.record("\(waiter.count) did not come to a barrier")
        waiter.continuation.resume()
    }

    private func change(_ body: (inout State) -> Void) {
        let served = state.withLock { state in
            body(&state)
            return state.served()
        }
        for continuation in served { continuation.resume() }
    }
}

/// Yields until the condition is met, or the task is cancelled.
func waitUntil(_ condition: () -> Bool, at location: SourceLocation = #_sourceLocation) async {
    let end = ContinuousClock.now + .seconds(120)
    while !condition(), !Task.isCancelled {
        guard ContinuousClock.now < end else {
            Issue.record("what is waited for did not come", sourceLocation: location)
            return
        }
        await Task.yield()
    }
}
