internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// The offer of a passcode after the first sign-in, and of the fingerprint reader if the user declines the passcode.
@MainActor
final class OfferScreen: AppScreen {
    private let session: SessionModel
    private let texts: TerminalTexts
    private let model: PasscodeOfferModel

    init(_ session: SessionModel, texts: TerminalTexts) {
        (self.session, self.texts) = (session, texts)
        model = PasscodeOfferModel(session, texts: texts.screens)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        var rows = [Line(model.title, .bold)]
        for reason in step.reasons { rows += [""] + Line.wrapped(reason, to: size.columns - 4) }
        rows += ["", Line(model.message ?? "", .error)]
        return ScreenContent(lines: rows, isCentred: true, keys: step.keys + [KeyHint("^C", texts[.quit])])
    }

    private var step: (reasons: [String], keys: [KeyHint]) {
        switch model.step {
        case .passcode:
            ([model.reason], [KeyHint("⏎", texts[.setUpNow]), model.canSetUpLater ? later : signInAgain])
        case .biometrics:
            ([model.reason, texts[.fingerprintWarning]], [KeyHint("⏎", texts[.enable]), KeyHint("n", texts[.notNow])])
        }
    }

    private var later: KeyHint { KeyHint("l", texts[.setUpLater]) }
    private var signInAgain: KeyHint { KeyHint("s", texts[.signInAgain]) }

    func press(_ key: Key) -> AppAction? {
        switch (model.step, key) {
        case (.passcode, .enter): .push(SetPasscodeScreen(.set, session, texts: texts))
        case (.passcode, .character("l")) where model.canSetUpLater: .run { [model] in await model.setUpLater() }
        case (.passcode, .character("s")) where !model.canSetUpLater: .run { [model] in await model.signInAgain() }
        case (.biometrics, .enter): .run { [model] in await model.useBiometrics() }
        case (.biometrics, .character("n")), (.biometrics, .escape): .run { [model] in await model.declineBiometrics() }
        default: nil
        }
    }
}
