import LatchkeyCore
import Testing

struct TextIsolationTests {
    @Test(arguments: [
        ("1 Desk", false, false), ("Zoë", false, false), ("1 Desk", true, true), ("1 مكتب", false, true),
        ("שולחן", false, true), ("ﷲ", false, true), ("\u{1E900}", false, true), ("😀", false, false), ("", false, false),
    ])
    func rightToLeftValuesAndTextsRequireIsolation(value: String, isRightToLeft: Bool, isIsolated: Bool) {
        let expected = isIsolated ? "\u{2068}\(value)\u{2069}" : value
        #expect(TextIsolation.isolated(value, inRightToLeftText: isRightToLeft) == expected)
    }
}
