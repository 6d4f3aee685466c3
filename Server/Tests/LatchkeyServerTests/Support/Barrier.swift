import Dispatch
import Synchronization
import Testing

@testable import LatchkeyServer

/// Blocks work on its worker thread until the test opens the barrier.
final class Barrier: Sendable {
    private struct State {
        /// How many came and were not waited for yet.
        var arrived = 0
        var waiters: [(id: Int, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var lastID = 0

        /// Takes out the waiters that need not wait any longer.
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

    /// Called by the work, which blocks a thread of its own.
    func pass() {
        change { $0.arrived += 1 }
        if opened.wait(timeout: .now() + Self.timeout) == .timedOut { Issue.record("a barrier was not opened") }
    }

    func open(times: Int = 1) {
        for _ in 0..<times { opened.signal() }
    }

    /// Waits until that many more have come to the barrier. It blocks no thread: Dispatch has as many as there are
    /// cores, tasks run on the same ones, and a few tests that wait at once would block all others.
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

/// Gives way until the thing is so, or the task is cancelled.
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
