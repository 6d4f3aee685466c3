#if canImport(SwiftUI)
public import LatchkeyUI

extension PasscodeLockView {
    /// The lock screen of the app. `.appLock()` shows it automatically.
    public init() { self.init(model: Latchkey.current.screens.lockScreen) }
}

extension SetPasscodeView {
    /// Creates a view that sets the first passcode of the app, or changes the current one.
    ///
    /// - Parameters:
    ///   - onDone: Called once the passcode is set.
    ///   - onCancel: Called if the user cancels or postpones it.
    public init(onDone: @escaping @MainActor () -> Void = {}, onCancel: @escaping @MainActor () -> Void = {}) {
        let screens = Latchkey.current.screens
        self.init(model: screens.setPasscode) {
            screens.endSetting()
            onDone()
        } onCancel: {
            screens.endSetting()
            onCancel()
        } onDisappear: {
            screens.endSetting()
        }
    }
}

extension PasscodeSettingsView {
    /// The settings of the app's lock, as a section.
    public init() {
        let composition = Latchkey.current
        if let account = composition.account { self.init(account) } else { self.init(composition.lock) }
    }
}

extension ResetPasscodeView {
    /// Creates a view that resets a forgotten passcode, in an app whose users have an account. Traps without one.
    ///
    /// - Parameters:
    ///   - onDone: Called once a new passcode is set.
    ///   - onCancel: Called if the user cancels.
    public init(onDone: @escaping @MainActor () -> Void = {}, onCancel: @escaping @MainActor () -> Void = {}) {
        let screens = Latchkey.current.screens
        guard let model = screens.resetPasscode else { preconditionFailure(Latchkey.needsServer) }
        self.init(model: model) {
            screens.endReset()
            onDone()
        } onCancel: {
            screens.endReset()
            onCancel()
        } onDisappear: {
            screens.endReset()
        }
    }
}

/// Not available: renamed to ``SignInView``.
@available(*, unavailable, renamed: "SignInView")
public typealias LoginView = SignInView
#endif
