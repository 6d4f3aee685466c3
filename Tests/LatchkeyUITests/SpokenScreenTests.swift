import Testing

@testable import LatchkeyUI

@Suite struct SpokenScreenTests {
    private let choose = SpokenScreen(title: "Choose", message: nil)

    @Test func theNextStepIsSaidWithoutAMessageToo() {
        #expect(SpokenScreen(title: "Confirm", message: nil).news(since: choose) == "Confirm")
    }

    @Test func whatHappenedIsSaidBeforeWhatIsAskedForNow() {
        let confirm = SpokenScreen(title: "Confirm", message: nil)
        let differs = SpokenScreen(title: "Choose", message: "They differ.")
        #expect(differs.news(since: confirm) == "They differ. Choose")
    }

    @Test func nothingIsSaidTwice() {
        let wrong = SpokenScreen(title: "Enter", message: "Wrong.")
        #expect(wrong.news(since: wrong) == nil)
        #expect(SpokenScreen(title: "Again", message: "Wrong.").news(since: wrong) == "Again")
        #expect(SpokenScreen(title: "Enter", message: nil).news(since: wrong) == nil)
    }
}
