import Foundation
import LatchkeyIdentity
import Synchronization

/// Both clocks stand still until a test moves them.
final class ManualIdentityClock: Sendable {
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private let time = Mutex((now: ManualIdentityClock.start, uptime: Duration.zero))

    var now: Date { time.withLock { $0.now } }

    /// What the client is given.
    var clock: IdentityClock {
        IdentityClock(now: { self.now }, uptime: { self.time.withLock { $0.uptime } })
    }

    func advance(by seconds: Double) {
        time.withLock { time in
            time.now += seconds
            time.uptime += .seconds(seconds)
        }
    }

    /// As somebody does who sets the machine's clock.
    func setBack(by seconds: Double) { time.withLock { $0.now -= seconds } }
}
