package import Logging
import Synchronization

/// Keeps repetitions out of the log: an outage is one message at its start and one at its end, and what has no end that
/// could be noticed is one message a minute.
package final class LogThrottle: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// How long a message is not repeated.
    package static let interval: Duration = .seconds(60)
    /// Keys are few. Should each message have its own, the log does not grow with them.
    package static let maximumKeys = 32

    private struct Outage {
        /// When the first failure was noticed; nil while there is none.
        var failedAt: Instant?
        var recoveredAt: Instant?
    }

    private struct State {
        var loggedAt: [String: Instant] = [:]
        var outages: [String: Outage] = [:]
    }

    package let logger: Logger
    private let state = Mutex(State())

    package init(_ logger: Logger) {
        self.logger = logger
    }

    /// Whether to log a message that was not logged within the interval.
    package func isDue(_ key: String, at now: Instant = .now) -> Bool {
        state.withLock { state in
            state.loggedAt = state.loggedAt.filter { now - $0.value < Self.interval }
            guard state.loggedAt[key] == nil, state.loggedAt.count < Self.maximumKeys else { return false }
            state.loggedAt[key] = now
            return true
        }
    }

    /// Whether to log a failure, as the first of its outage.
    ///
    /// - Parameter startedAt: When the work began. What began before the last recovery belongs to the outage that has
    ///   ended.
    package func beginsOutage(of work: String, startedAt: Instant, at now: Instant = .now) -> Bool {
        state.withLock { state in
            let outage = state.outages[work] ?? Outage()
            guard outage.failedAt == nil, outage.recoveredAt.map({ startedAt > $0 }) ?? true else { return false }
            state.outages[work] = Outage(failedAt: now)
            return true
        }
    }

    /// Whether to log a success, as the end of an outage.
    ///
    /// - Parameter startedAt: When the work began. What began before the outage does not end it.
    package func endsOutage(of work: String, startedAt: Instant, at now: Instant = .now) -> Bool {
        state.withLock { state in
            guard let failedAt = state.outages[work]?.failedAt, startedAt > failedAt else { return false }
            state.outages[work] = Outage(recoveredAt: now)
            return true
        }
    }
}
