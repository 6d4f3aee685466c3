import Foundation
import LatchkeyLock

extension ClockReading {
    static func test(
        boot: String = "boot", _ continuous: Duration = .seconds(1000), wall: Date = Date(timeIntervalSince1970: 1e9)
    ) -> ClockReading {
        ClockReading(bootID: boot, continuous: continuous, wall: wall)
    }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
}
