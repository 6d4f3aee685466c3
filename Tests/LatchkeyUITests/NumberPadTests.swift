import LatchkeyPasscode
import Testing

@testable import LatchkeyUI

@MainActor struct NumberPadTests {
    @Test func theSixthDigitHandsThePasscodeOverAndEmptiesThePad() {
        var typed: [Passcode] = []
        let pad = NumberPadModel { typed.append($0) }
        for (index, digit) in [4, 8, 1, 9, 2].enumerated() {
            pad.press(digit)
            #expect(pad.count == index + 1 && typed.isEmpty)
        }
        pad.press(0)
        #expect(pad.count == 0 && typed.count == 1 && typed[0].matches(.right))
    }

    @Test func deletingTakesTheLastDigitBack() {
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

    @Test func aPadThatIsOffTakesNothing() {
        let pad = NumberPadModel { _ in Issue.record("nothing was typed") }
        pad.press(1)
        pad.isEnabled = false
        for digit in 0...9 { pad.press(digit) }
        pad.delete()
        #expect(pad.count == 1)
    }

    @Test(arguments: [-1, 10, 48]) func whatIsNoDigitDoesNothing(_ digit: Int) {
        let pad = NumberPadModel { _ in }
        pad.press(digit)
        #expect(pad.count == 0)
    }
}
