package import Foundation
package import LatchkeyIdentity
import Synchronization

/// Both clocks stand still until a test moves them.
package final class ManualIdentityClock: Sendable {
    package static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private let time = Mutex((now: ManualIdentityClock.start, uptime: Duration.zero))

    package var now: Date { time.withLock { $0.now } }

    /// What the client is given.
    package var clock: IdentityClock {
        IdentityClock(now: { self.now }, uptime: { self.time.withLock { $0.uptime } })
    }

    package func advance(by seconds: Double) {
        time.withLock { time in
            time.now += seconds
            time.uptime += .seconds(seconds)
        }
    }

    /// As somebody does who sets the machine's clock.
    package func setBack(by seconds: Double) { time.withLock { $0.now -= seconds } }
}
