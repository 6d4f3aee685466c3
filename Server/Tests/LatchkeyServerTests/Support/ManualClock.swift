import Synchronization

@testable import LatchkeyServer

/// A clock that only tests advance, by whole milliseconds.
final class ManualClock: WallClock, Clock {
    private struct State {
        var now = Timestamp(milliseconds: 1_800_000_000_000)
        var nextID = 0
        var sleepers: [Int: (deadline: Timestamp, continuation: CheckedContinuation<Void, any Error>)] = [:]
    }

    private let state = Mutex(State())

    let minimumResolution: Swift.Duration = .milliseconds(1)
    var now: Timestamp { state.withLock { $0.now } }
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func advance(by duration: Swift.Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let ids = state.sleepers.filter { $0.value.deadline <= state.now }.keys
            return ids.compactMap { state.sleepers.removeValue(forKey: $0)?.continuation }
        }
        due.forEach { $0.resume() }
    }

    func sleep(until deadline: Timestamp, tolerance: Swift.Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isDue = state.withLock { state in
                    if deadline <= state.now || Task.isCancelled { return true }
                    state.sleepers[id] = (deadline, continuation)
                    return false
                }
                if isDue { continuation.resume() }
            }
            try Task.checkCancellation()
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id)?.continuation }?
                .resume(throwing: CancellationError())
        }
    }
}

extension Timestamp: InstantProtocol {
    func advanced(by duration: Duration) -> Timestamp { self + duration }
    func duration(to other: Timestamp) -> Duration { other - self }
}
