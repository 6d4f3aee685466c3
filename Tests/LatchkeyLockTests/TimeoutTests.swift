import Foundation
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// The effect of an absence's duration on the lock.
struct TimeoutTests {
    @Test("C7 timeout locks exactly at its limit", arguments: LockTimeout.allCases)
    func timeoutLocksExactlyAtItsLimit(timeout: LockTimeout) {
        let left = ClockReading.test()
        for (offset, locks) in [(Duration.nanoseconds(-1), false), (.zero, true), (.nanoseconds(1), true)] {
            let away = timeout.limit + offset
            let now = ClockReading.test(left.continuous + away, wall: left.wall + away.seconds)
            #expect(timeout.isReached(from: left, to: now) == locks)
        }
    }

    @Test func timeoutChoicesRangeFromFiveSecondsToOneHour() {
        #expect(LockTimeout.allCases.map(\.limit.components.seconds) == [5, 60, 300, 900, 1800, 3600])
    }

    @Test("C7 any clock inconsistency locks after any absence")
    func anyClockInconsistencyLocksAfterAnyAbsence() {
        let left = ClockReading.test()
        func reached(_ now: ClockReading) -> Bool { LockTimeout.oneHour.isReached(from: left, to: now) }
        func after(_ seconds: Double, wall: Double) -> ClockReading {
            .test(left.continuous + .seconds(seconds), wall: left.wall + wall)
        }
        #expect(!reached(after(0, wall: 0)))
        #expect(reached(.test(boot: "another", left.continuous, wall: left.wall)), "the system was started again")
        #expect(reached(after(-1, wall: -1)), "the clock that cannot go back did")
        #expect(reached(after(10, wall: 10 - 86_400)), "set back by a day")
        #expect(reached(after(10, wall: 10 + 86_400)), "set forward by a day")
        #expect(!reached(after(10, wall: 15)), "five seconds are a correction")
        #expect(reached(after(10, wall: 15.001)))
        #expect(!reached(after(10, wall: 5)))
        #expect(reached(after(10, wall: 4.999)))
        #expect(reached(after(10, wall: .nan)))
        #expect(reached(after(10, wall: .infinity)))
    }

    @Test("C7 time asleep counts toward the timeout")
    func timeAsleepCountsTowardTheTimeout() {
        let clock = ManualClock()
        let left = clock.reading()
        clock.advance(by: .seconds(3600))
        #expect(LockTimeout.oneHour.isReached(from: left, to: clock.reading()))
    }

    @Test("C7 invalid duration locks")
    func invalidDurationLocks() {
        for (seconds, locks) in [
            (0, false), (4.999, false), (5, true), (10, true), (-0.001, true), (.nan, true), (.infinity, true),
        ] { #expect(LockTimeout.immediately.isReached(after: seconds) == locks, "\(seconds)") }
    }

    @Test func systemClockRunsAndIdentifiesItsBoot() {
        let clock = SystemLockClock()
        let (first, second) = (clock.reading(), SystemLockClock().reading())
        #expect(first.bootID == second.bootID)
        #expect(second.elapsed(since: first) != nil)
        #expect(first.continuous > .zero)
    }

    @Test("C3 without a boot ID each process generates its own")
    func withoutABootIDEachProcessGeneratesItsOwn() {
        for id in [nil, "", String(repeating: "x", count: 65)] {
            let clock = SystemLockClock(bootID: id)
            #expect(clock.reading().bootID == clock.reading().bootID)
            #expect(clock.reading().bootID != SystemLockClock(bootID: id).reading().bootID)
            #expect(clock.reading().bootID.utf8.count <= 64)
        }
        #expect(SystemLockClock(bootID: "a").reading().bootID == "a")
    }
}
