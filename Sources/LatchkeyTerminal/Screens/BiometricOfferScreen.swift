internal import LatchkeyBiometrics
internal import LatchkeyLock
internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// The offer of the fingerprint reader, once after a sign-in. Enabling it requires the passcode.
@MainActor
final class BiometricOfferScreen: AppScreen {
    private let session: SessionModel
    private let texts: TerminalTexts
    private let settings: PasscodeSettingsModel

    init(_ session: SessionModel, texts: TerminalTexts) {
        (self.session, self.texts) = (session, texts)
        settings = PasscodeSettingsModel(session, texts: texts.screens)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        if settings.question != nil {
            let entry = settings.entry
            return PasscodeRows(title: settings.title, status: entry.status, entry: entry, texts: texts).content(size)
        }
        guard !settings.isBiometricEnabled else {
            return ScreenContent(
                lines: [Line(texts[.fingerprintIsOn], .success)], isCentred: true, keys: [KeyHint("⏎", texts[.done])])
        }
        let title = texts.screens[.offerBiometrics, with: session.biometricType]
        var lines = [Line(title, .bold)]
        for reason in [texts[.offerBiometricsReason], texts[.fingerprintWarning]] {
            lines += [""] + Line.wrapped(reason, to: size.columns - 4)
        }
        return ScreenContent(
            lines: lines, isCentred: true, keys: [KeyHint("⏎", texts[.enable]), KeyHint("n", texts[.notNow])])
    }

    func press(_ key: Key) -> AppAction? {
        if settings.question != nil { return pressInQuestion(key) }
        if settings.isBiometricEnabled { return .pop }
        switch key {
        case .enter:
            // Both keys count as a response: a user who then cancels the passcode gets no further offer.
            session.declineBiometrics()
            return .run { [settings] in await settings.setBiometrics(true) }
        case .character("n"), .escape:
            session.declineBiometrics()
            return .pop
        default: return nil
        }
    }

    private func pressInQuestion(_ key: Key) -> AppAction? {
        if PasscodeRows.press(key, on: settings.entry) { return nil }
        guard key == .escape, !settings.entry.isChecking else { return nil }
        settings.cancel()
        return .pop
    }
}
