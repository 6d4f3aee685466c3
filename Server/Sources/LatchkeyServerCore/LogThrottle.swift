package import Logging
import Synchronization

/// A filter of repeated log messages. An outage is logged at its start and end; other messages at most once a minute.
package final class LogThrottle: Sendable {
    package typealias Instant = ContinuousClock.Instant

    /// Minimum interval between equal messages.
    package static let interval: Duration = .seconds(60)
    /// The maximum number of distinct messages that are remembered.
    package static let maximumKeys = 32

    private struct Outage {
        /// The time of the first failure; nil without an outage.
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

    /// Whether to log a message: it was not logged within the interval.
    package func isDue(_ key: String, at now: Instant = .now) -> Bool {
        state.withLock { state in
            state.loggedAt = state.loggedAt.filter { now - $0.value < Self.interval }
            guard state.loggedAt[key] == nil, state.loggedAt.count < Self.maximumKeys else { return false }
            state.loggedAt[key] = now
            return true
        }
    }

    /// Whether to log a failure, as the start of an outage.
    ///
    /// - Parameter startedAt: When the work started. Work that started before the last recovery belongs to the previous
    ///   outage.
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
    /// - Parameter startedAt: When the work started. Work that started before the outage does not end it.
    package func endsOutage(of work: String, startedAt: Instant, at now: Instant = .now) -> Bool {
        state.withLock { state in
            guard let failedAt = state.outages[work]?.failedAt, startedAt > failedAt else { return false }
            state.outages[work] = Outage(recoveredAt: now)
            return true
        }
    }
}
