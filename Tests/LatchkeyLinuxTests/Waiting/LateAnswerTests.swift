import Testing

@testable import LatchkeyLinux

@Suite("Answers that may be late", .timeLimit(.minutes(5)))
struct LateAnswerTests {
    @Test func whoeverWaitsGetsTheAnswer() async {
        let answer = LateAnswer<Int>()
        async let first = answer.value(within: .seconds(60))
        async let second = answer.value(within: .seconds(60))
        answer.give(7)
        #expect(await [first, second] == [7, 7])
        #expect(await answer.value(within: .zero) == 7)
        #expect(!answer.isUnwanted)
    }

    @Test func patienceEnds() async {
        let answer = LateAnswer<Int>()
        #expect(!answer.isUnwanted)
        #expect(await answer.value(within: .milliseconds(1)) == nil)
        #expect(answer.isUnwanted)
        async let patient = answer.value(within: .seconds(60))
        answer.give(7)
        #expect(await patient == 7)
    }
}
