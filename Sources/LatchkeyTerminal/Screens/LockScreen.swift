internal import LatchkeyBiometrics
internal import LatchkeyLock
internal import LatchkeySession
internal import LatchkeyUI

/// Asks for the passcode, or for a finger.
@MainActor
final class LockScreen: AppScreen {
    private let session: SessionModel
    private let texts: TerminalTexts
    private let prompt: FingerprintPrompt
    private let model: LockScreenModel

    init(_ session: SessionModel, prompt: FingerprintPrompt, texts: TerminalTexts) {
        (self.session, self.prompt, self.texts) = (session, prompt, texts)
        model = LockScreenModel(AccountScreenLock(session), texts: texts.screens)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        let rows = PasscodeRows(title: model.title, status: status, entry: model.entry, texts: texts)
        let heading = Line(texts[.locked], .bold).centred(in: size.columns)
        var keys = [KeyHint("0–9", texts[.type])]
        if let biometrics = model.biometrics {
            let name = biometrics.displayName(in: texts.screens.biometrics)
            keys.append(KeyHint("⏎", texts[.useBiometrics].replacing("{biometrics}", with: name)))
        }
        keys.append(KeyHint("f", texts[.forgotPasscode]))
        if session.problem != nil { keys.append(KeyHint("r", texts[.tryAgain])) }
        return ScreenContent(
            lines: [heading, finger.centred(in: size.columns), ""] + rows.lines(columns: size.columns), isCentred: true,
            keys: keys + [KeyHint("q", texts[.quit])])
    }

    /// What to do at the reader, or what came of it: the passcode's line below is another one.
    private var finger: Line {
        if let hint = prompt.hint(in: session.lock.state) { return Line(texts[hint], .accent) }
        return Line(session.lock.promptOutcome?.text(in: texts.screens.lock, texts.screens.biometrics) ?? "", .error)
    }

    /// Why the person is asked once more stays until the first try.
    private var status: String? {
        model.status ?? session.problem?.text(in: texts.screens) ?? session.notice?.text(in: texts.screens)
    }

    func press(_ key: Key) -> AppAction? {
        if PasscodeRows.press(key, on: model.entry) { return nil }
        switch key {
        case .enter where model.biometrics != nil:
            return .run { [session] in _ = await session.unlockWithBiometrics() }
        case .character("q"): return .quit
        case .character("f"): return .push(ResetScreen(session, texts: texts))
        case .character("r") where session.problem != nil:
            return .run { [session] in await session.start() }
        default: return nil
        }
    }
}
