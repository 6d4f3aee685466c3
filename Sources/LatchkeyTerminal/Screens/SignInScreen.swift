internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// The entry of the email address, and then of the code from the email.
@MainActor
final class SignInScreen: AppScreen {
    private let texts: TerminalTexts
    private let server: String
    private let model: SignInModel
    private var email: TextField
    private var code: TextField

    init(_ model: SignInModel, server: String, texts: TerminalTexts) {
        (self.model, self.server, self.texts) = (model, server, texts)
        email = TextField(texts.asking(.email))
        code = TextField(texts.asking(.code))
    }

    var hasAddress: Bool { !email.text.isEmpty }
    func forgetAddress() { email = TextField(texts.asking(.email)) }

    func content(_ size: TerminalSize) -> ScreenContent {
        let step = step
        var lines = [
            Line(texts[.signIn], .bold), Line(texts[.serverLabel].replacing("{server}", with: server), .dim), "",
        ]
        if let notice = model.notice {
            lines += Line.wrapped(notice, to: size.columns - 4, .accent) + [""]
        }
        lines += Line.wrapped(step.question, to: size.columns - 4) + [""]
        var cursor: Frame.Position?
        if let field = step.field {
            let (line, column) = field.line(columns: size.columns)
            cursor = Frame.Position(row: lines.count, column: column)
            lines += [line, ""]
        }
        let (status, style): (String, Style) = model.isWorking ? (texts[.loading], .dim) : (model.message ?? "", .error)
        lines += Line.wrapped(status, to: size.columns - 4, style)
        return ScreenContent(lines: lines, cursor: cursor, keys: step.keys)
    }

    private var step: (question: String, field: TextField?, keys: [KeyHint]) {
        switch model.step {
        case .email:
            (texts[.enterEmail], email, [KeyHint("⏎", texts[.send]), KeyHint("^C", texts[.quit])])
        case .code:
            (
                texts[.enterCode].replacing("{email}", with: model.email), code,
                [KeyHint("⏎", texts[.signIn]), KeyHint("^R", texts[.sendCodeAgain]), KeyHint("Esc", texts[.back])]
            )
        case .otherAccount:
            (
                texts[.otherAccount], nil,
                [KeyHint("^E", texts[.eraseOtherAccount]), KeyHint("Esc", texts[.cancel])]
            )
        }
    }

    func press(_ key: Key) -> AppAction? {
        guard !model.isWorking else { return nil }
        switch (model.step, key) {
        case (.email, .enter):
            model.email = email.text
            return .run { [model] in await model.requestCode() }
        case (.email, _): _ = email.press(key)
        case (.code, .enter):
            let typed = code.text
            return .run { [self] in
                await model.submit(typed)
                if model.step != .code { code = TextField(texts.asking(.code)) }
            }
        case (.code, .control("r")):
            return .run { [model] in await model.requestCode() }
        case (.otherAccount, .control("e")):
            return .run { [model] in await model.eraseOtherAccount() }
        case (_, .escape): model.restart()
        case (.code, _): _ = code.press(key)
        default: break
        }
        return nil
    }
}
