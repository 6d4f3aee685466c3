import Foundation
import LatchkeyConcurrency
import LatchkeyLock

/// Clocks that move by hand.
final class ManualClock: LockClock {
    private let state: LockedValue<ClockReading>

    init() { state = LockedValue(.test()) }

    func reading() -> ClockReading { state.withLock { $0 } }

    /// Time passes, asleep or awake.
    func advance(by time: Duration) {
        set { .test(boot: $0.bootID, $0.continuous + time, wall: $0.wall + time.seconds) }
    }

    /// Somebody sets the time of day.
    func turnWall(by time: Duration) { set { .test(boot: $0.bootID, $0.continuous, wall: $0.wall + time.seconds) } }

    /// The system is started again.
    func reboot() { set { .test(boot: $0.bootID + "+", .seconds(10), wall: $0.wall + 30) } }

    private func set(_ change: @Sendable (ClockReading) -> ClockReading) { state.withLock { $0 = change($0) } }
}

extension ClockReading {
    static func test(
        boot: String = "boot", _ continuous: Duration = .seconds(1000), wall: Date = Date(timeIntervalSince1970: 1e9)
    ) -> ClockReading {
        ClockReading(bootID: boot, continuous: continuous, wall: wall)
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
