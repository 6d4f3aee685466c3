import Foundation
import LatchkeyLock
import LatchkeyTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ManualClockTests {
    @Test func manualClockDoesNotMoveByItself() {
        let clock = ManualClock()
        let start = clock.now
        #expect(clock.now == start)
        clock.advance(by: .seconds(5))
        #expect(start.duration(to: clock.now) == .seconds(5))
        clock.advance(by: .seconds(-7))
        #expect(start.duration(to: clock.now) == .seconds(-2))
    }

    @Test func sleepersWakeExactlyAtTheirDeadline() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(9))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        try await sleeper.value
        try await clock.sleep(for: .zero)
    }

    @Test func cancelledSleeperThrowsAnError() async {
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

    @Test func wallTimeMovesWithTheClockAndIndependently() {
        let clock = ManualClock()
        let first = clock.reading()
        clock.advance(by: .seconds(5))
        clock.changeWall(by: .seconds(-60))
        let second = clock.reading()
        #expect(second.continuous == first.continuous + .seconds(5) && second.wall == first.wall - 55)
        #expect(second.bootID == first.bootID)
    }

    @Test func restartResetsContinuousTime() {
        let clock = ManualClock()
        let first = clock.reading()
        clock.reboot()
        let second = clock.reading()
        #expect(second.bootID != first.bootID && second.continuous == .seconds(10))
        #expect(second.wall == first.wall + 10)
    }
}
