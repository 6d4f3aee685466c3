internal import LatchkeySession
internal import LatchkeyUI

/// Asks for the passcode.
@MainActor
final class LockScreen: AppScreen {
    private let session: SessionModel
    private let texts: TerminalTexts
    private let model: LockScreenModel

    init(_ session: SessionModel, texts: TerminalTexts) {
        (self.session, self.texts) = (session, texts)
        model = LockScreenModel(AccountScreenLock(session), texts: texts.screens)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        let rows = PasscodeRows(title: model.title, status: status, entry: model.entry, texts: texts)
        let heading = Line(texts[.locked], .bold).centred(in: size.columns)
        var keys = [KeyHint("0–9", texts[.type]), KeyHint("f", texts[.forgotPasscode])]
        if session.problem != nil { keys.append(KeyHint("r", texts[.tryAgain])) }
        return ScreenContent(
            lines: [heading, "", ""] + rows.lines(columns: size.columns), isCentred: true,
            keys: keys + [KeyHint("q", texts[.quit])])
    }

    /// Why the person is asked once more stays until the first try.
    private var status: String? {
        model.status ?? session.problem?.text(in: texts.screens) ?? session.notice?.text(in: texts.screens)
    }

    func press(_ key: Key) -> AppAction? {
        if PasscodeRows.press(key, on: model.entry) { return nil }
        switch key {
        case .character("q"): return .quit
        case .character("f"): return .push(ResetScreen(session, texts: texts))
        case .character("r") where session.problem != nil:
            return .run { [session] in await session.start() }
        default: return nil
        }
    }
}
