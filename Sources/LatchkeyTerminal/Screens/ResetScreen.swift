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
            return PasscodeRows(title: model.title, status: model.status, entry: model.entry, texts: texts).content(
                size)
        }
        var lines = [Line(texts[.forgotPasscode], .bold), ""]
        lines += Line.wrapped(model.title, to: size.columns - 4) + [""]
        let (line, column) = field.line(columns: size.columns)
        let cursor = Frame.Position(row: lines.count, column: column)
        lines += [line, ""]
        let (status, style): (String, Style) = model.isWorking ? (texts[.loading], .dim) : (model.status ?? "", .error)
        lines += Line.wrapped(status, to: size.columns - 4, style)
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
