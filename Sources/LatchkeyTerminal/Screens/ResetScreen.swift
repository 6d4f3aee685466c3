internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// The reset of a forgotten passcode, by email or by a sign-in at the team's provider with reauthentication.
@MainActor
final class ResetScreen: AppScreen {
    private let texts: TerminalTexts
    private let model: ResetPasscodeModel
    private let provider: ProviderSignInModel
    private let methods: SignInMethodRows
    private var email: TextField
    private var code: TextField
    /// The email address that was typed before the server's response, and whether it was already sent.
    private var early: (field: TextField?, isSent: Bool) = (nil, false)

    init(_ session: SessionModel, means: ProviderSignInModel.Means, texts: TerminalTexts) {
        self.texts = texts
        model = ResetPasscodeModel(session, texts: texts.screens, deviceName: means.deviceName)
        provider = ProviderSignInModel(model, means: means, texts: texts)
        methods = SignInMethodRows(model: provider, question: .howToReset, texts: texts)
        email = TextField(texts.asking(.email), text: model.email)
        code = TextField(texts.asking(.code))
        // If the user has gone back meanwhile, nothing is sent.
        Task { [weak self, provider] in
            await provider.load()
            await self?.takeEarlyKeys()
        }
    }

    /// Handles a key before the server's response: typed text is the email address, which most servers require. It
    /// never selects a choice that is not visible yet.
    private func pressEarly(_ key: Key) -> AppAction? {
        if key == .escape { return .pop }
        guard !early.isSent else { return nil }
        if key == .enter {
            early.isSent = !(early.field ?? email).text.isEmpty
        } else {
            // Only after the address was visible in the field.
            var field = early.field ?? TextField(texts.asking(.email))
            if field.press(key) { early.field = field }
        }
        return nil
    }

    private func takeEarlyKeys() async {
        guard !requiresMethod else { return }
        email = early.field ?? email
        guard early.isSent else { return }
        model.email = email.text
        await model.requestCode()
    }

    /// Whether the user must choose how to prove their identity.
    private var requiresMethod: Bool {
        model.step == .email && !(methods.isChoice && (provider.isByEmail || provider.methods == [.email]))
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        if requiresMethod { return methodContent(size) }
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

    private func methodContent(_ size: TerminalSize) -> ScreenContent {
        let isChoice = methods.isChoice && !provider.methods.isEmpty
        var lines = [Line(texts[.forgotPasscode], .bold), ""] + methods.lines(size)
        // The server's response to the new passcode, after which the user starts over.
        if methods.isChoice, provider.message == nil, let status = model.status {
            lines += Line.wrapped(status, to: size.columns - 4, .error)
        }
        return ScreenContent(
            lines: lines, keys: (isChoice ? [KeyHint("⏎", texts[.choose])] : []) + [KeyHint("Esc", texts[.cancel])])
    }

    private var field: TextField? {
        switch model.step {
        case .email: email
        case .code: code
        case .new, .confirm, .done: nil
        }
    }

    func press(_ key: Key) -> AppAction? {
        if methods.isLoading { return pressEarly(key) }
        if requiresMethod {
            if methods.press(key, byEmail: {}) || key != .escape { return nil }
            return .pop
        }
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
