import LatchkeyLock
import LatchkeySession
import LatchkeyTestSupport
import SwiftUI
import Testing

@testable import LatchkeyUI

/// The direction of the views in a language from right to left.
@MainActor @Suite(.serialized) struct DirectionTests {
    private let texts = ScreenTexts.arabic

    private func drawn(_ view: some View) -> DrawnView {
        DrawnView(view.environment(\.screenTexts, texts).environment(\.layoutDirection, .rightToLeft))
    }

    @Test func padAndDotsAreLeftToRightInEveryLanguage() async {
        let lock = ScriptedLock(await lockInFront())
        let view = drawn(PasscodeLockView(model: LockScreenModel(lock, texts: texts)) {})
        #expect(view.texts(arranged: .leftToRight).sorted() == (0...9).map(String.init))
        #expect(view.texts(arranged: .rightToLeft).contains(texts[.enterPasscode]))
        #expect(view.texts(arranged: .rightToLeft).contains(texts[.forgotPasscode]))
        let dots = drawn(PasscodeDots(count: 2)).parts
        #expect(!dots.isEmpty && dots.allSatisfy { $0 == .shape(.leftToRight) })
    }

    @Test(arguments: [true, false])
    func fieldsForCodesAreLeftToRightInEveryLanguage(isAddress: Bool) {
        let form = EmailCodeForm(
            title: "title", label: "label", message: "message", button: "button", isWorking: false,
            isAddress: isAddress, text: Binding(get: { "" }, set: { _ in }), onSubmit: {}, actions: {})
        #expect(drawn(form).texts(arranged: .leftToRight) == ["label"])
        #expect(drawn(form).texts(arranged: .rightToLeft) == ["title", "button", "message"])
    }

    @Test func everyOtherTextFollowsTheLanguage() async {
        let lock = await TestLock().launched()
        #expect(await lock.setPasscode(.right) == .done)
        let settings = drawn(LockSettingsView(lock))
        #expect(!settings.texts.isEmpty && settings.texts(arranged: .leftToRight).isEmpty)
    }
}
