internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// The entry of a new passcode.
@MainActor
final class SetPasscodeScreen: AppScreen {
    private let texts: TerminalTexts
    private let model: SetPasscodeModel

    init(_ purpose: SetPasscodeModel.Purpose, _ session: SessionModel, texts: TerminalTexts) {
        self.texts = texts
        model = SetPasscodeModel(purpose, of: session, texts: texts.screens)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        guard model.step != .done else {
            return ScreenContent(
                lines: [Line(model.title, .success)], isCentred: true, keys: [KeyHint("⏎", texts[.done])])
        }
        return PasscodeRows(title: model.title, status: model.entry.status, entry: model.entry, texts: texts)
            .content(size, above: model.reason)
    }

    func press(_ key: Key) -> AppAction? {
        if model.step == .done { return .pop }
        if PasscodeRows.press(key, on: model.entry) { return nil }
        return key == .escape && !model.entry.isChecking ? .pop : nil
    }
}
