package import Foundation

/// The two clocks of this module.
package struct IdentityClock: Sendable {
    /// How far the provider's clock may be from this machine's, in seconds.
    static let skew: Double = 60

    /// The time of day, which tokens are written in. It may jump.
    let now: @Sendable () -> Date
    /// The time since some moment, by which documents grow old. It does not jump.
    let uptime: @Sendable () -> Duration

    package init(now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration) {
        self.now = now
        self.uptime = uptime
    }

    /// The machine's clocks.
    package static func system() -> IdentityClock {
        let start = ContinuousClock.now
        return IdentityClock(now: { Date() }, uptime: { start.duration(to: .now) })
    }
}
