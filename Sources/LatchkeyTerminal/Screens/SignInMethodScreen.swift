internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// The choice of a sign-in method, and the sign-in at the team's provider or by email.
@MainActor
final class SignInMethodScreen: AppScreen {
    private let session: SessionModel
    private let server: String
    private let texts: TerminalTexts
    private let signIn: SignInModel
    private let model: ProviderSignInModel
    private let rows: SignInMethodRows
    private let emailScreen: SignInScreen
    /// Whether the email address was sent before the server's response.
    private var isSentEarly = false

    /// - Parameter method: The method to use without a choice; nil for a choice.
    init(
        _ session: SessionModel, _ means: ProviderSignInModel.Means, server: String, texts: TerminalTexts,
        method: SignInMethod? = nil
    ) {
        (self.session, self.server, self.texts) = (session, server, texts)
        signIn = SignInModel(session, texts: texts.screens, deviceName: means.deviceName)
        model = ProviderSignInModel(signIn, means: means, texts: texts)
        rows = SignInMethodRows(model: model, question: .howToSignIn, texts: texts)
        emailScreen = SignInScreen(signIn, server: server, texts: texts)
        Task { [weak self, model] in
            await model.load()
            if let method, method != .email || !model.methods.contains(.email) { model.begin(method) }
            model.isByEmail = method == .email && model.methods.contains(.email)
            await self?.takeEarlyKeys()
        }
    }

    /// Handles a key before the server's response: typed text is the email address, which most servers require. It
    /// never selects a choice that is not visible yet.
    private func pressEarly(_ key: Key) {
        guard !isSentEarly else { return }
        if key == .enter { isSentEarly = emailScreen.hasAddress } else { _ = emailScreen.press(key) }
    }

    private func takeEarlyKeys() async {
        guard showsEmail else { return emailScreen.forgetAddress() }
        if isSentEarly, case .run(let work) = emailScreen.press(.enter) { await work() }
    }

    /// Whether the screen for email is shown, also for outcomes that both methods share.
    private var showsEmail: Bool {
        model.step == .choice && (model.isByEmail || model.methods == [.email] || signIn.step == .otherAccount)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        if showsEmail { return emailScreen.content(size) }
        let quit = KeyHint("^C", texts[.quit])
        // No prompt for a key: it is not known yet which keys apply.
        if rows.isLoading { return ScreenContent(lines: rows.lines(size), keys: [quit]) }
        var lines = [
            Line(texts[.signIn], .bold), Line(texts[.serverLabel].replacing("{server}", with: server), .dim), "",
        ]
        guard rows.isChoice else {
            return ScreenContent(lines: lines + rows.lines(size), keys: [KeyHint("Esc", texts[.back])])
        }
        if model.message == nil, let notice = session.notice?.text(in: texts.screens) {
            lines += Line.wrapped(notice, to: size.columns - 4, .accent) + [""]
        }
        let keys = (model.methods.isEmpty ? [] : [KeyHint("⏎", texts[.choose])]) + [quit]
        return ScreenContent(lines: lines + rows.lines(size), keys: keys)
    }

    func press(_ key: Key) -> AppAction? {
        if rows.isLoading {
            pressEarly(key)
            return nil
        }
        guard showsEmail else {
            _ = rows.press(key) { signIn.restart() }
            return nil
        }
        guard key == .escape, signIn.step == .email, model.methods != [.email] else { return emailScreen.press(key) }
        model.isByEmail = false
        return nil
    }
}
