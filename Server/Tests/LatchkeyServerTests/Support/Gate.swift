import Dispatch
import Synchronization

@testable import LatchkeyServer

/// Work that stands still on its worker thread until the test opens the gate.
final class Gate: Sendable {
    private struct State {
        /// Who came and was not waited for yet.
        var arrived = 0
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Who need wait no longer.
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

    /// Called by the work, which has a thread of its own to stand still on.
    func pass() {
        change { $0.arrived += 1 }
        opened.wait()
    }

    func open(times: Int = 1) {
        for _ in 0..<times { opened.signal() }
    }

    /// Waits until that many more have come to the gate. No thread waits with it: Dispatch has as many as there are cores,
    /// tasks run on the same ones, and a few tests that wait at once would hold up all others.
    func arrivals(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            change { $0.waiters.append((count, continuation)) }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let served = state.withLock { state in
            body(&state)
            return state.served()
        }
        for continuation in served { continuation.resume() }
    }
}

/// Gives way until the thing is so. The suite's time limit ends a wait for what never comes.
func waitUntil(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
