import Testing

@testable import LatchkeyServer

@Suite(.onOneStore) struct RecentFailureTests {
    @Test func aFailureIsOverAfterASecond() {
        let start = ContinuousClock.now
        let time = Shared(start)
        let failure = RecentFailure(now: { time.value })
        #expect(failure.isOver)
        failure.begin()
        time.change { $0 = start + .milliseconds(999) }
        #expect(!failure.isOver)
        time.change { $0 = start + .seconds(1) }
        #expect(failure.isOver)
    }
}
