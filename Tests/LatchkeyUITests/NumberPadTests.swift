import LatchkeyPasscode
import Testing

@testable import LatchkeyUI

@MainActor struct NumberPadTests {
    @Test func sixthDigitSubmitsThePasscodeAndClearsThePad() {
        var typed: [Passcode] = []
        let pad = NumberPadModel { typed.append($0) }
        for (index, digit) in [4, 8, 1, 9, 2].enumerated() {
            pad.press(digit)
            #expect(pad.count == index + 1 && typed.isEmpty)
        }
        pad.press(0)
        #expect(pad.count == 0 && typed.count == 1 && typed[0].matches(.right))
    }

    @Test func deleteKeyRemovesTheLastDigit() {
        var typed: [Passcode] = []
        let pad = NumberPadModel { typed.append($0) }
        pad.delete()
        for digit in [4, 8, 1, 9, 7] { pad.press(digit) }
        pad.delete()
        #expect(pad.count == 4)
        for digit in [2, 0] { pad.press(digit) }
        #expect(typed.first?.matches(.right) == true)
        pad.press(1)
        pad.clear()
        #expect(pad.count == 0)
    }

    @Test func disabledPadAcceptsNoInput() {
        let pad = NumberPadModel { _ in Issue.record("nothing was typed") }
        pad.press(1)
        pad.isEnabled = false
        for digit in 0...9 { pad.press(digit) }
        pad.delete()
        #expect(pad.count == 1)
    }

    @Test(arguments: [-1, 10, 48]) func valuesOutsideZeroToNineAreIgnored(_ digit: Int) {
        let pad = NumberPadModel { _ in }
        pad.press(digit)
        #expect(pad.count == 0)
    }

    @Test(arguments: ["481920", "４８１９２０", "٤٨١٩٢٠", "۴۸۱۹۲۰", "४८१९२०"])
    func digitsOfAnyScriptCanBeTypedAndPasted(text: String) {
        var typed: [Passcode] = []
        let pad = NumberPadModel { typed.append($0) }
        for character in text { #expect(pad.type(character)) }
        #expect(pad.paste(text))
        #expect(typed.count == 2 && typed.allSatisfy { $0.matches(.right) })
    }

    @Test(arguments: ["a", "½", "④", "四", "²", " ", "e\u{301}"]) func otherCharactersAreNotDigits(character: Character)
    {
        let pad = NumberPadModel { _ in Issue.record("nothing was typed") }
        #expect(!pad.type(character) && pad.count == 0)
    }

    @Test(arguments: [
        "481 920", "481-920", "481–920", "481\u{2011}920", "481—920", "481\u{2015}920", "481−920",
        "\u{200E}481920\u{200F}", "\u{2068}481920\u{2069}", "\u{202A}481920\u{202C}", "481\u{200B}920",
        "\u{FEFF}481920", "481\u{A0}920\r\n", " 4 8 1 9 2 0\t",
    ])
    func pastedPasscodeReplacesTypedDigitsAndIgnoresSeparators(text: String) {
        var typed: [Passcode] = []
        let pad = NumberPadModel { typed.append($0) }
        pad.press(7)
        #expect(pad.paste(text))
        #expect(typed.count == 1 && typed.first?.matches(.right) == true)
    }

    @Test(arguments: ["48192", "4819200", "481920x", "48192,0", ""]) func invalidTextCannotBePasted(text: String) {
        let pad = NumberPadModel { _ in Issue.record("no passcode was pasted") }
        pad.press(7)
        #expect(!pad.paste(text) && pad.count == 1)
    }
}
