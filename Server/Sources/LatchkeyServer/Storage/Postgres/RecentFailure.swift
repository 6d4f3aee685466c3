import Synchronization

/// The time of the latest failure, which is over after a second.
final class RecentFailure: Sendable {
    private let end = Mutex<ContinuousClock.Instant?>(nil)

    var isOver: Bool {
        end.withLock { end in
            guard let time = end, time > .now else { return true }
            return false
        }
    }

    func begin() { end.withLock { $0 = .now + .seconds(1) } }
}
