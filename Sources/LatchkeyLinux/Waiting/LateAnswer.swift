internal import Foundation
internal import Synchronization

/// An answer that may come too late or never. Whoever waits for it stops waiting at the end of their timeout; whoever
/// works on it is not stopped.
final class LateAnswer<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [UInt64: CheckedContinuation<Value?, Never>] = [:]
        var tooLate: Set<UInt64> = []
        var next: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Tells all who wait, and all who come later.
    func give(_ value: Value) {
        let waiting = state.withLock { state in
            state.value = value
            defer { state.waiting = [:] }
            return state.waiting.values.map(\.self)
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// Whether somebody waited, and nobody does any more.
    var isUnwanted: Bool { state.withLock { $0.value == nil && $0.waiting.isEmpty && !$0.tooLate.isEmpty } }

    /// Returns the answer, or nil when it has not come by then.
    func value(within timeout: Duration) async -> Value? { await value(before: Alarm(after: timeout)) }

    /// Returns the answer, or nil when the alarm rings first.
    func value(before alarm: Alarm) async -> Value? {
        let ticket = state.withLock { state in
            state.next += 1
            return state.next
        }
        let wait = alarm.wait { self.stopWaiting(ticket) }
        defer { alarm.stop(wait) }
        return await withCheckedContinuation { continuation in
            let answer: Value?? = state.withLock { state in
                if let value = state.value { return .some(value) }
                if state.tooLate.contains(ticket) { return .some(nil) }
                state.waiting[ticket] = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    private func stopWaiting(_ ticket: UInt64) {
        let continuation = state.withLock { state in
            state.tooLate.insert(ticket)
            return state.waiting.removeValue(forKey: ticket)
        }
        continuation?.resume(returning: nil)
    }
}
