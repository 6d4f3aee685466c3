import Testing

@testable import LatchkeyServer

@Suite struct EmailCodeTests {
    @Test("V5 ASVS-6.4.1 ASVS-6.5.3 ASVS-6.5.4 ASVS-11.5.1 a code is 40 random bits")
    func aCodeIs40RandomBits() {
        // Quintets 0 1 2 … 7, then 24 … 31.
        let low = ScriptedRandomSource([0b0000_0000, 0b0100_0100, 0b0011_0010, 0b0001_0100, 0b1100_0111])
        let high = ScriptedRandomSource([0b1100_0110, 0b0111_0101, 0b1011_1110, 0b0111_0111, 0b1101_1111])
        #expect(EmailCode.make(from: low).text == "0123-4567")
        #expect(EmailCode.make(from: high).text == "RSTV-WXYZ")
        #expect(low.requested == [5])
    }

    @Test func everyGeneratedCodeIsAccepted() {
        for _ in 0..<500 {
            let code = EmailCode.make(from: SystemRandomSource())
            #expect(EmailCode(code.text)?.canonical == code.canonical)
            #expect(code.canonical.utf8.count == 8)
        }
    }

    @Test(arguments: [
        "K7QF-2M9X", "k7qf-2m9x", "K7QF2M9X", " k7 qf 2m 9x ", "K-7-Q-F-2-M-9-X", "--K7QF2M9X--",
    ])
    func caseSpacesAndHyphensInACodeAreIgnored(_ text: String) {
        #expect(EmailCode(text)?.canonical == "K7QF2M9X")
        #expect(EmailCode(text)?.text == "K7QF-2M9X")
    }

    @Test(arguments: ["O0oO-1IiL", "0000-1lLi", "0OOO-IIII"])
    func lettersSimilarToDigitsAreReadAsDigits(_ text: String) {
        #expect(EmailCode(text)?.canonical == "00001111")
    }

    @Test(arguments: [
        "", "--------", "K7QF2M9", "K7QF2M9XX", "K7QF-2M9U", "K7QF-2M9u", "K7QF_2M9X", "K7QF\n2M9X", "K7QF2M9é",
        "K7QF2M9\0",
        "K7QF2M9*", "\u{212A}7QF2M9X",
    ])
    func malformedCodesAreRejected(_ text: String) {
        #expect(EmailCode(text) == nil)
    }

    @Test(arguments: [(63, true), (64, true), (65, false)])
    func codeTextOver64CharactersIsRejected(_ count: Int, _ isRead: Bool) {
        let text = "K7QF2M9X" + String(repeating: " ", count: count - 8)
        #expect((EmailCode(text) != nil) == isRead)
    }
}
