internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// Asks how to sign in where there is more than one way, and signs in by the team's provider or by mail.
@MainActor
final class SignInWayScreen: AppScreen {
    private let session: SessionModel
    private let server: String
    private let texts: TerminalTexts
    private let model: ProviderSignInModel
    private let mail: SignInScreen

    /// - Parameter way: The one to take without a choice; nil for a choice.
    init(
        _ session: SessionModel, _ model: ProviderSignInModel, server: String, texts: TerminalTexts,
        way: SignInWay? = nil
    ) {
        (self.session, self.model, self.server, self.texts) = (session, model, server, texts)
        mail = SignInScreen(model.signIn, server: server, texts: texts)
        Task {
            await model.load()
            if let way, way != .mail || !model.ways.contains(.mail) { model.begin(way) }
            model.isByMail = way == .mail && model.ways.contains(.mail)
        }
    }

    /// Whether the mail's own screen is shown: also for what both ways may end in.
    private var showsMail: Bool {
        model.step == .choice && (model.isByMail || model.ways == [.mail] || model.signIn.step == .otherAccount)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        if showsMail { return mail.content(size) }
        let columns = size.columns - 4
        var lines = [
            Line(texts[.signIn], .bold), Line(texts[.serverLabel].replacing("{server}", with: server), .dim), "",
        ]
        var keys = [KeyHint("Esc", texts[.back])]
        switch model.step {
        // Nothing that asks for a key: none is taken yet.
        case .loading: return ScreenContent(lines: [Line(texts[.loading], .dim)], keys: [quit])
        case .choice:
            if model.message == nil, let notice = session.notice?.text(in: texts.screens) {
                lines += Line.wrapped(notice, to: columns, .accent) + [""]
            }
            lines += [Line(texts[.howToSignIn]), ""]
            lines += model.ways.map { Line("  " + key(of: $0), .bold) + Line("  " + name(of: $0)) }
            lines += [""] + Line.wrapped(model.message ?? "", to: columns, .error)
            keys = (model.ways.isEmpty ? [] : [KeyHint("⏎", texts[.choose])]) + [quit]
        case .browser(let address):
            // Across the whole width: what is copied has nothing else in it.
            lines += Line.wrapped(texts[.openInBrowser], to: columns) + [""] + Line.wrapped(address, to: size.columns)
            lines += ["", waiting]
        case .device(let code):
            let text = texts[.enterDeviceCode].replacing("{address}", with: code.address)
            lines += Line.wrapped(text.replacing("{code}", with: code.text), to: columns) + ["", waiting]
        case .working: lines += [waiting]
        }
        return ScreenContent(lines: lines, keys: keys)
    }

    private var quit: KeyHint { KeyHint("^C", texts[.quit]) }
    private var waiting: Line {
        Line(texts[.waitingForProvider].replacing("{name}", with: model.name), .dim)
    }

    private func key(of way: SignInWay) -> String { String(way.rawValue.prefix(1)) }

    private func name(of way: SignInWay) -> String {
        let text: TerminalText =
            switch way {
            case .browser: .inBrowser
            case .device: .byDeviceCode
            case .mail: .byMail
            }
        return texts[text].replacing("{name}", with: model.name)
    }

    func press(_ key: Key) -> AppAction? {
        if showsMail { return pressInMail(key) }
        switch (model.step, key) {
        case (.choice, .enter):
            if let way = model.ways.first { take(way) }
        case (.choice, .character(let letter)):
            if let way = model.ways.first(where: { self.key(of: $0) == String(letter) }) { take(way) }
        case (.browser, .escape), (.device, .escape), (.working, .escape): model.cancel()
        default: break
        }
        return nil
    }

    private func take(_ way: SignInWay) {
        guard way == .mail else { return model.begin(way) }
        model.signIn.restart()
        model.isByMail = true
    }

    private func pressInMail(_ key: Key) -> AppAction? {
        guard key == .escape, model.signIn.step == .email, model.ways != [.mail] else { return mail.press(key) }
        model.isByMail = false
        return nil
    }
}
