import LatchkeyTestSupport
import LatchkeyUI
import Testing

@MainActor struct CountdownTests {
    private let clock = ManualClock()

    @Test func countdownDecreasesEverySecondAndEnds() async {
        let wait = Countdown(clock: clock)
        var isDone = false
        wait.start(.milliseconds(2500)) { isDone = true }
        #expect(wait.secondsLeft == 3)
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(499))
        clock.advance(by: .milliseconds(1))
        await until { wait.secondsLeft == 2 }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        await until { isDone }
        #expect(wait.secondsLeft == nil)
    }

    @Test func newCountdownReplacesTheOldOne() async {
        let wait = Countdown(clock: clock)
        wait.start(.seconds(5)) { Issue.record("the first wait was replaced") }
        await clock.waitForSleepers()
        wait.start(.seconds(60))
        clock.advance(by: .seconds(10))
        await until { wait.secondsLeft == 50 }
        wait.stop()
        #expect(wait.secondsLeft == nil)
    }

    @Test func zeroDelayEndsImmediately() {
        var isDone = false
        let wait = Countdown(clock: clock)
        wait.start(.zero) { isDone = true }
        #expect(isDone && wait.secondsLeft == nil)
    }
}
