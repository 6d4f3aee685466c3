import Testing

@testable import LatchkeyUI

@Suite struct AnnouncementTests {
    private let choose = Announcement(title: "Choose", message: nil)

    @Test func nextStepIsAnnouncedWithoutAMessage() {
        #expect(Announcement(title: "Confirm", message: nil).changes(since: choose) == "Confirm")
    }

    @Test func messageIsAnnouncedBeforeTheNextStep() {
        let confirm = Announcement(title: "Confirm", message: nil)
        let differs = Announcement(title: "Choose", message: "They differ.")
        #expect(differs.changes(since: confirm) == "They differ. Choose")
    }

    @Test func nothingIsAnnouncedTwice() {
        let wrong = Announcement(title: "Enter", message: "Wrong.")
        #expect(wrong.changes(since: wrong) == nil)
        #expect(Announcement(title: "Again", message: "Wrong.").changes(since: wrong) == "Again")
        #expect(Announcement(title: "Enter", message: nil).changes(since: wrong) == nil)
    }
}
