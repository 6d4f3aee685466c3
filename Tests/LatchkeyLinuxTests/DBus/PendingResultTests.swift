import Testing

@testable import LatchkeyLinux

@Suite("Results that may come too late", .timeLimit(.minutes(5)))
struct PendingResultTests {
    @Test func everyCallerGetsTheResult() async {
        let pending = PendingResult<Int>()
        async let first = pending.value(within: .seconds(60))
        async let second = pending.value(within: .seconds(60))
        pending.resolve(7)
        #expect(await [first, second] == [7, 7])
        #expect(await pending.value(within: .zero) == 7)
        #expect(!pending.isAbandoned)
    }

    @Test func aWaitTimesOut() async {
        let pending = PendingResult<Int>()
        #expect(!pending.isAbandoned)
        #expect(await pending.value(within: .milliseconds(1)) == nil)
        #expect(pending.isAbandoned)
        async let patient = pending.value(within: .seconds(60))
        pending.resolve(7)
        #expect(await patient == 7)
    }
}
