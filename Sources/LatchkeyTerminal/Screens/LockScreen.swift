internal import LatchkeyBiometrics
internal import LatchkeyLock
internal import LatchkeySession
internal import LatchkeyUI
internal import Observation
internal import TerminalKit

/// The lock screen, for the passcode or a finger.
@MainActor
final class LockScreen: AppScreen {
    private let session: SessionModel
    private let means: ProviderSignInModel.Means
    private let texts: TerminalTexts
    private let prompt: FingerprintPrompt
    private let model: LockScreenModel

    init(_ session: SessionModel, prompt: FingerprintPrompt, means: ProviderSignInModel.Means, texts: TerminalTexts) {
        (self.session, self.prompt, self.means, self.texts) = (session, prompt, means, texts)
        model = LockScreenModel(session, texts: texts.screens)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        let finger = Self.finger(
            prompt.hint(in: session.lockState), session.promptOutcome, texts: texts, columns: size.columns)
        return ScreenContent(
            lines: [Line(texts[.locked], .bold)] + finger + [""] + rows(columns: size.columns), isCentred: true,
            keys: keys + [KeyHint("q", texts[.quit])])
    }

    private func rows(columns: Int) -> [Line] {
        guard model.requiresPasscode else { return Line.wrapped(model.status ?? "", to: columns - 4, .error) }
        return PasscodeRows(title: model.title, status: model.status, entry: model.entry, texts: texts)
            .lines(columns: columns)
    }

    private var keys: [KeyHint] {
        var keys = model.requiresPasscode ? [KeyHint("0–9", texts[.type])] : []
        if let biometrics = model.biometrics {
            keys.append(KeyHint("⏎", texts.screens[.unlockWithBiometrics, with: biometrics]))
        }
        if model.canResetPasscode { keys.append(KeyHint("f", texts[.forgotPasscode])) }
        if model.canSignInAgain { keys.append(KeyHint("s", texts[.signInAgain])) }
        if model.canEraseData { keys.append(KeyHint("^E", texts[.eraseOtherAccount])) }
        if model.problem != nil { keys.append(KeyHint("r", texts[.tryAgain])) }
        return keys
    }

    /// Returns the instruction at the reader, or the result of the last scan. The passcode has its own line below.
    static func finger(
        _ hint: TerminalText?, _ outcome: BiometricUnlockOutcome?, texts: TerminalTexts, columns: Int
    ) -> [Line] {
        if let hint { return Line.wrapped(texts[hint], to: columns - 4, .accent) }
        let result = outcome?.text(in: texts.screens.lock, texts.screens.biometrics)
        return Line.wrapped(result ?? "", to: columns - 4, .error)
    }

    func press(_ key: Key) -> AppAction? {
        if model.requiresPasscode, PasscodeRows.press(key, on: model.entry) { return nil }
        switch key {
        case .enter where model.biometrics != nil:
            return .run { [session] in _ = await session.unlockWithBiometrics() }
        case .character("q"): return .quit
        case .character("f") where model.canResetPasscode:
            return .push(ResetScreen(session, means: means, texts: texts))
        case .character("s") where model.canSignInAgain, .escape where model.canSignInAgain:
            return .run { [model] in await model.signInAgain() }
        case .control("e") where model.canEraseData:
            model.askToEraseData()
            return .push(ConfirmScreen(model.eraseWarning, texts: texts) { [model] in await model.eraseData() })
        case .character("r") where model.problem != nil: return .run { [model] in await model.tryAgain() }
        default: return nil
        }
    }
}

/// The instruction at the fingerprint reader. The system has no prompt for it, so the lock screen shows it.
@MainActor @Observable
final class FingerprintPrompt {
    private var hint: TerminalText?
    /// The prompt of the hint.
    private var prompt: LockState.Prompt?

    /// Shows a hint of the reader for the state's prompt.
    func show(_ hint: TerminalText, in state: LockState) { (self.hint, prompt) = (hint, state.prompt) }

    /// Returns the hint for the state's prompt, or nil.
    func hint(in state: LockState) -> TerminalText? { state.prompt != nil && state.prompt == prompt ? hint : nil }
}
