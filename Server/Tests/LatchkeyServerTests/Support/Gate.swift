import Dispatch

@testable import LatchkeyServer

/// Work that stands still on its worker thread until the test opens the gate.
final class Gate: Sendable {
    private let entered = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    /// Called by the work.
    func pass() {
        entered.signal()
        opened.wait()
    }

    func open(times: Int = 1) {
        for _ in 0..<times { opened.signal() }
    }

    /// Waits off the cooperative pool until that many have come to the gate.
    func arrivals(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [entered] in
                for _ in 0..<count { entered.wait() }
                continuation.resume()
            }
        }
    }
}

/// Gives way until the thing is so. The suite's time limit ends a wait for what never comes.
func waitUntil(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
}
