internal import LatchkeyBiometrics
internal import LatchkeyLock
internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// The settings: passcode, fingerprint, timeout, locking and signing out.
@MainActor
final class SettingsScreen: AppScreen {
    /// A selectable row.
    private enum Item: Hashable {
        case set, enable, change, reset, disable, biometrics
        case timeout(LockTimeout)
        case lockNow, signOut
    }

    private let session: SessionModel
    private let means: ProviderSignInModel.Means
    private let texts: TerminalTexts
    private let model: PasscodeSettingsModel
    private var chosen = 0
    private var message: String?

    init(_ session: SessionModel, means: ProviderSignInModel.Means, texts: TerminalTexts) {
        (self.session, self.means, self.texts) = (session, means, texts)
        model = PasscodeSettingsModel(session, texts: texts.screens)
    }

    private var items: [Item] {
        let biometrics: [Item] = model.biometrics != nil ? [.biometrics] : []
        guard model.isPasscodeEnabled else {
            let lockNow: [Item] = model.canLockNow ? [.lockNow] : []
            return [model.canEnablePasscode ? .enable : .set] + biometrics + lockNow + [.signOut]
        }
        let disable: [Item] = model.canDisablePasscode ? [.disable] : []
        return [.change] + disable + biometrics + model.timeouts.map(Item.timeout) + [.lockNow, .reset, .signOut]
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        if let question = model.question { return content(size, asking: question) }
        let status = model.isWorking ? texts[.loading] : model.message ?? message
        // Above the rows, which scroll in a small window.
        var lines: [Line] =
            status.map { Line.wrapped($0, to: size.columns - 6, .error).map { Line("   ") + $0 } + [""] } ?? []
        var focus = 0
        for (index, item) in items.enumerated() {
            if item == .timeout(.immediately) { lines += ["", Line("   " + texts[.timeout], .dim)] }
            if item == .lockNow || item == .signOut && !items.contains(.lockNow) { lines.append("") }
            if index == chosen { focus = lines.count }
            lines.append(Line((index == chosen ? " ▸ " : "   ") + text(of: item), index == chosen ? .reverse : .plain))
        }
        for rule in model.rules {
            lines += [""] + Line.wrapped(rule, to: size.columns - 6, .dim).map { Line("   ") + $0 }
        }
        return ScreenContent(
            title: texts[.settings], lines: lines, focus: status == nil ? focus : 0,
            keys: [KeyHint("↑↓", texts[.choose]), KeyHint("⏎", texts[.open]), KeyHint("Esc", texts[.back])])
    }

    private func content(_ size: TerminalSize, asking question: PasscodeSettingsModel.Question) -> ScreenContent {
        let warning = question == .enableBiometrics ? texts[.fingerprintWarning] : nil
        return PasscodeRows(title: model.title, status: model.entry.status, entry: model.entry, texts: texts)
            .content(size, heading: texts[.settings], below: warning)
    }

    private func text(of item: Item) -> String {
        switch item {
        case .set: texts[.setPasscode]
        case .enable: texts[.turnOnPasscode]
        case .change: texts[.changePasscode]
        case .reset: texts[.forgotPasscode]
        case .disable: texts[.turnOffPasscode]
        case .biometrics:
            texts[.setting].replacing(
                "{label}", with: BiometricType.fingerprint.displayName(in: texts.screens.biometrics)
            )
            .replacing("{value}", with: texts[model.isBiometricEnabled ? .on : .off])
        case .timeout(let timeout): (timeout == model.timeout ? "● " : "○ ") + timeout.name(in: texts.screens)
        case .lockNow: texts[.lockNow]
        case .signOut: texts[.signOut]
        }
    }

    func press(_ key: Key) -> AppAction? {
        guard model.question == nil else {
            if key == .escape, !model.entry.isChecking {
                model.cancel()
            } else {
                _ = PasscodeRows.press(key, on: model.entry)
            }
            return nil
        }
        switch key {
        case .up: chosen = max(0, chosen - 1)
        case .down: chosen = min(items.count - 1, chosen + 1)
        case .enter: return choose(items[min(chosen, items.count - 1)])
        case .escape, .left, .character("q"): return .pop
        default: break
        }
        return nil
    }

    private func choose(_ item: Item) -> AppAction? {
        message = nil
        switch item {
        case .set: return .push(SetPasscodeScreen(.set, session, texts: texts))
        case .enable: return .push(SetPasscodeScreen(.enable, session, texts: texts))
        case .change: return .push(SetPasscodeScreen(.change, session, texts: texts))
        case .reset: return .push(ResetScreen(session, means: means, texts: texts))
        case .disable: model.disablePasscode()
        case .biometrics: return .run { [model] in await model.setBiometrics(!model.isBiometricEnabled) }
        case .timeout(let timeout): return .run { [model] in await model.setTimeout(timeout) }
        case .lockNow: return .run { [model] in await model.lockNow() }
        case .signOut: return .push(ConfirmScreen(texts[.signOutWarning], texts: texts) { [self] in await signOut() })
        }
        return nil
    }

    private func signOut() async { message = await session.signOut()?.text(in: texts.screens) }
}
