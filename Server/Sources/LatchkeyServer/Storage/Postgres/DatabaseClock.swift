#if PostgreSQL
import Synchronization

/// The time of the database, as this process has seen it: never back. Where a failover leads to a machine whose clock
/// is behind, time stands still until it has caught up; where it is far behind, nothing is done by it.
final class DatabaseClock: Sendable {
    /// How far it may be behind.
    static let tolerance: Duration = .seconds(60)

    static let isBehind = StoreError.unavailable(code: "clock")

    private let latest = Mutex(Timestamp(milliseconds: 0))

    /// The time that counts when the database says that it is `time`.
    ///
    /// - Throws: ``StoreError`` for a time that is far behind one that was read before.
    func now(_ time: Timestamp) throws -> Timestamp {
        try latest.withLock { latest in
            guard time >= latest - Self.tolerance else { throw Self.isBehind }
            latest = max(latest, time)
            return latest
        }
    }
}
#endif
