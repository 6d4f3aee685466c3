import Foundation
import LatchkeyCore
import Testing

@testable import LatchkeyLifecycle

struct JobControlTests {
    /// A clock controlled by the test, whose sleeps return immediately.
    private final class TestClock: Clock {
        private let start = ContinuousClock.now
        private let offset = LockedValue(Duration.zero)
        var now: ContinuousClock.Instant { start + offset.withLock { $0 } }
        var minimumResolution: Duration { .zero }
        func advance(by duration: Duration) { offset.withLock { $0 += duration } }
        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
    }

    @Test func ignoredSIGTSTPDoesNotHideALaterStop() async {
        let (lifecycle, clock, stops) = (AppLifecycleManager(), TestClock(), LockedValue(0))
        lifecycle.onBackground { stops.withLock { $0 += 1 } }
        var control = JobControl(lifecycle: lifecycle, clock: clock) { _ in }
        await control.handle(SIGTSTP)
        await control.handle(SIGCONT)
        #expect(stops.withLock { $0 } == 1, "its own")
        await control.handle(SIGTSTP)
        clock.advance(by: .seconds(2))
        await control.handle(SIGCONT)
        #expect(stops.withLock { $0 } == 3)
    }
}
