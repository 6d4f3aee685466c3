import Synchronization

@testable import LatchkeyServer

/// A clock that stands still until a test moves it.
final class ManualClock: WallClock {
    private let time: Mutex<Timestamp>

    init(_ start: Timestamp = Timestamp(milliseconds: 1_800_000_000_000)) {
        time = Mutex(start)
    }

    func now() -> Timestamp { time.withLock { $0 } }
    func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
}
