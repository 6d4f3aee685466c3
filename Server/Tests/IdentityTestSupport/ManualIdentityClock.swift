package import Foundation
package import LatchkeyIdentity
import Synchronization

/// A clock that a test moves.
package final class ManualIdentityClock: Sendable {
    package static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private let time = Mutex((now: ManualIdentityClock.start, uptime: Duration.zero))

    package var now: Date { time.withLock { $0.now } }

    /// The clock for the client.
    package var clock: IdentityClock {
        IdentityClock(now: { self.now }, uptime: { self.time.withLock { $0.uptime } })
    }

    package func advance(by seconds: Double) {
        time.withLock { time in
            time.now += seconds
            time.uptime += .seconds(seconds)
        }
    }

    /// Sets the wall clock back.
    package func setBack(by seconds: Double) { time.withLock { $0.now -= seconds } }
}
