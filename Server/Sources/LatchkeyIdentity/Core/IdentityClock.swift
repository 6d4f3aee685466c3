package import Foundation

/// The wall clock and the monotonic clock of this module.
package struct IdentityClock: Sendable {
    /// Tolerated difference from the provider's clock, in seconds.
    static let skew: Double = 60

    /// The wall clock, for times in tokens. It can be adjusted.
    let now: @Sendable () -> Date
    /// The monotonic clock, for the age of documents.
    let uptime: @Sendable () -> Duration

    package init(now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration) {
        self.now = now
        self.uptime = uptime
    }

    /// Returns the system's wall clock and monotonic clock.
    package static func system() -> IdentityClock {
        let start = ContinuousClock.now
        return IdentityClock(now: { Date() }, uptime: { start.duration(to: .now) })
    }
}
