internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// Asks for a new passcode.
@MainActor
final class SetPasscodeScreen: AppScreen {
    private let texts: TerminalTexts
    private let model: SetPasscodeModel

    init(_ purpose: SetPasscodeModel.Purpose, _ session: SessionModel, texts: TerminalTexts) {
        self.texts = texts
        model = SetPasscodeModel(purpose, of: AccountScreenLock(session), texts: texts.screens)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        let rows = PasscodeRows(title: model.title, status: model.entry.status, entry: model.entry, texts: texts)
        guard model.step != .done else {
            return ScreenContent(
                lines: [Line(model.title, .success).centred(in: size.columns)], isCentred: true,
                keys: [KeyHint("⏎", texts[.done])])
        }
        let reason = TextWidth.wrapped(model.reason ?? "", to: size.columns - 4)
            .map { Line($0).centred(in: size.columns) }
        return ScreenContent(
            lines: (model.reason == nil ? [] : reason + [""]) + rows.lines(columns: size.columns), isCentred: true,
            keys: [KeyHint("0–9", texts[.type]), KeyHint("Esc", texts[.cancel])])
    }

    func press(_ key: Key) -> AppAction? {
        if model.step == .done { return .pop }
        if PasscodeRows.press(key, on: model.entry) { return nil }
        return key == .escape && !model.entry.isChecking ? .pop : nil
    }
}
