import Foundation
import Synchronization

/// The value of `Date` in responses (RFC 9110, 6.6.1), formatted once a second.
final class ResponseDate: Sendable {
    private let clock: any WallClock
    private let latest = Mutex<(second: Int64, text: String)>((.min, ""))

    init(clock: any WallClock) {
        self.clock = clock
    }

    var text: String {
        let now = clock.now
        return latest.withLock { latest in
            if latest.second != now.seconds { latest = (now.seconds, now.date.headerText + " GMT") }
            return latest.text
        }
    }
}
