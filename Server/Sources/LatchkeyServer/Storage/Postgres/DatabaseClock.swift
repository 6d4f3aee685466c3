import Synchronization

/// The time of the database, as this process has seen it. Where a failover leads to a machine whose clock is a little
/// behind, time stands still until it has caught up. Where the clock is far behind, nothing is done by it at first. It
/// is taken as it is once it has been behind for ``patience``, as a process that starts takes it: the rules of all that
/// has a time know clocks that were set back by more than ``tolerance``.
final class DatabaseClock: Sendable {
    /// How far it may be behind.
    static let tolerance: Duration = .seconds(60)
    /// How long each time that is read must be far behind. Nothing that began before is still under way then.
    static let patience: Duration = .seconds(60)

    static let isBehind = StoreError.unavailable(code: "clock")

    private struct State {
        var latest = Timestamp(milliseconds: 0)
        /// Since when each time that was read was far behind; nil where the last one was not.
        var behindSince: ContinuousClock.Instant?
    }

    private let instant: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    init(instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.instant = instant }

    /// The time that counts when the database says that it is `time`.
    ///
    /// - Throws: ``StoreError`` for a time that is far behind one that was read before, and has not been for long.
    func now(_ time: Timestamp) throws -> Timestamp {
        try state.withLock { state in
            if time < state.latest - Self.tolerance {
                let now = instant()
                let since = state.behindSince ?? now
                guard since.duration(to: now) >= Self.patience else {
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
