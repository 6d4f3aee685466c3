import LatchkeyTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ManualClockTests {
    @Test func standsStillUntilMoved() {
        let clock = ManualClock()
        let start = clock.now
        #expect(clock.now == start)
        clock.advance(by: .seconds(5))
        #expect(start.duration(to: clock.now) == .seconds(5))
        clock.advance(by: .seconds(-7))
        #expect(start.duration(to: clock.now) == .seconds(-2))
    }

    @Test func sleepersWakeAtTheirTimeAndNotBefore() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        try await sleeper.value
        try await clock.sleep(for: .zero)
    }

    @Test func aCancelledSleeperWakesWithAnError() async {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers()
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(10))
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }
}
