import Synchronization
import Testing

@testable import LatchkeyLinux

@Suite("Alarms", .timeLimit(.minutes(5)))
struct AlarmTests {
    /// Waits until the alarm rings, or the test is out of time.
    private func ringing(_ alarm: Alarm) async {
        let (rings, ring) = AsyncStream.makeStream(of: Void.self)
        _ = alarm.wait { ring.yield() }
        for await _ in rings { return }
    }

    @Test func itRingsForEachThatWaits() async {
        let alarm = Alarm(after: .milliseconds(1))
        async let one: Void = ringing(alarm)
        async let other: Void = ringing(alarm)
        _ = await (one, other)
        // Nobody waited any more.
        await ringing(alarm)
    }

    @Test func itDoesNotRingForAWaitThatIsOver() async {
        let alarm = Alarm(after: .milliseconds(20))
        let hasRung = Mutex(false)
        let over = alarm.wait { hasRung.withLock { $0 = true } }
        alarm.stop(over)
        // It would ring for the first one first.
        await ringing(alarm)
        #expect(!hasRung.withLock { $0 })
    }

    @Test func itIsNotKeptByThoseThatWait() {
        weak var kept: Alarm?
        do {
            let alarm = Alarm(after: .seconds(60))
            _ = alarm.wait {}
            kept = alarm
        }
        #expect(kept == nil)
    }
}
