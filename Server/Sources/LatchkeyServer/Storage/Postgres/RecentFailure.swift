import Synchronization

/// The time of the latest failure, which is over after a second.
final class RecentFailure: Sendable {
    private let end = Mutex<ContinuousClock.Instant?>(nil)
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    var isOver: Bool { end.withLock { $0.map { $0 <= now() } ?? true } }

    func begin() { end.withLock { $0 = now() + .seconds(1) } }
}
