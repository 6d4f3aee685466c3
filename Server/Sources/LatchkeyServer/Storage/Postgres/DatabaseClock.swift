import Synchronization

/// The database's time, monotonic for this process. If a failover leads to a clock that is slightly behind, time stands
/// still until it catches up. If it is far behind, requests fail at first. After ``catchUpTimeout`` the new time is
/// accepted, as by a new process: rules with times handle clocks that were set back by more than ``tolerance``.
final class DatabaseClock: Sendable {
    /// The tolerated difference between clocks.
    static let tolerance: Duration = .seconds(60)
    /// The time after which a clock that stays far behind is accepted. Nothing that started before is still running
    /// then.
    static let catchUpTimeout: Duration = .seconds(60)

    static let isBehind = StoreError.unavailable(code: "clock")

    private struct State {
        var latest = Timestamp(milliseconds: 0)
        /// Since when the time has been far behind; nil if it is not.
        var behindSince: ContinuousClock.Instant?
    }

    private let instant: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    init(instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.instant = instant }

    /// Returns the effective time for the database's `time`.
    ///
    /// - Throws: ``StoreError`` if the time is far behind and has not been for long.
    func now(_ time: Timestamp) throws -> Timestamp {
        try state.withLock { state in
            if time < state.latest - Self.tolerance {
                let now = instant()
                let since = state.behindSince ?? now
                guard since.duration(to: now) >= Self.catchUpTimeout else {
                    state.behindSince = since
                    throw Self.isBehind
                }
                state.latest = time
            }
            state.behindSince = nil
            state.latest = max(state.latest, time)
            return state.latest
        }
    }
}
