internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// Resets a forgotten passcode by mail.
@MainActor
final class ResetScreen: AppScreen {
    private let texts: TerminalTexts
    private let model: ResetPasscodeModel
    private var email: TextField
    private var code: TextField

    init(_ session: SessionModel, deviceName: String?, texts: TerminalTexts) {
        self.texts = texts
        model = ResetPasscodeModel(session, texts: texts.screens, deviceName: deviceName)
        email = TextField(texts.asking(.email), text: model.email)
        code = TextField(texts.asking(.code))
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        guard let field else {
            let rows = PasscodeRows(title: model.title, status: model.status, entry: model.entry, texts: texts)
            return ScreenContent(
                lines: rows.lines(columns: size.columns), isCentred: true,
                keys: [KeyHint("0–9", texts[.type]), KeyHint("Esc", texts[.cancel])])
        }
        var lines = [Line(texts[.forgotPasscode], .bold), ""]
        lines += TextWidth.wrapped(model.title, to: size.columns - 4).map { Line($0) } + [""]
        let (line, column) = field.line(columns: size.columns)
        let cursor = Frame.Position(row: lines.count, column: column)
        lines += [line, ""]
        lines += TextWidth.wrapped(model.isWorking ? texts[.loading] : model.status ?? "", to: size.columns - 4).map {
            Line($0, model.isWorking ? .dim : .error)
        }
        let again = model.step == .code ? [KeyHint("^R", texts[.sendCodeAgain])] : []
        return ScreenContent(
            lines: lines, cursor: cursor,
            keys: [KeyHint("⏎", texts[.send])] + again + [KeyHint("Esc", texts[.cancel])])
    }

    private var field: TextField? {
        switch model.step {
        case .email: email
        case .code: code
        case .new, .confirm, .done: nil
        }
    }

    func press(_ key: Key) -> AppAction? {
        guard !model.isWorking, !model.entry.isChecking else { return nil }
        if key == .escape || model.step == .done { return .pop }
        switch (model.step, key) {
        case (.email, .enter):
            model.email = email.text
            return .run { [model] in await model.requestCode() }
        case (.email, _): _ = email.press(key)
        case (.code, .enter):
            model.submit(code: code.text)
            code = TextField(texts.asking(.code))
        case (.code, .control("r")): return .run { [model] in await model.requestCode() }
        case (.code, _): _ = code.press(key)
        default: _ = PasscodeRows.press(key, on: model.entry)
        }
        return nil
    }
}
