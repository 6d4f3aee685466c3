#if canImport(SwiftUI)
public import LatchkeyLock
public import LatchkeySession
public import SwiftUI

/// The settings of a lock: `PasscodeSettingsView` with the models that it takes.
public struct LockSettingsView: View {
    private let lock: any ScreenLock
    private let texts: ScreenTexts
    private let makeReset: (@MainActor () -> ResetPasscodeModel)?
    @State private var model: PasscodeSettingsModel?

    /// Shows the settings of the lock.
    ///
    /// - Parameters:
    ///   - lock: The lock.
    ///   - texts: The language.
    ///   - forgotPasscode: Makes the model of the screen behind "Forgot passcode?"; nil leaves it out.
    public init(
        _ lock: some ScreenLock, texts: ScreenTexts = .preferred(from: Locale.preferredLanguages),
        forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil
    ) {
        (self.lock, self.texts, makeReset) = (lock, texts, forgotPasscode)
    }

    /// Shows the settings of the lock of an app with an account, whose passcode can be reset by mail.
    public init(_ session: SessionModel, texts: ScreenTexts = .preferred(from: Locale.preferredLanguages)) {
        self.init(AccountScreenLock(session), texts: texts) { ResetPasscodeModel(session, texts: texts) }
    }

    /// Shows the settings of the lock of an app without an account.
    ///
    /// - Parameters:
    ///   - service: The lock.
    ///   - texts: The language.
    public init(
        _ service: PasscodeService, texts: ScreenTexts = .preferred(from: Locale.preferredLanguages)
    ) {
        self.init(DeviceScreenLock(service), texts: texts)
    }

    public var body: some View {
        // Not in the initialiser, which runs whenever the view above is drawn.
        Group {
            if let model {
                PasscodeSettingsView(model: model, forgotPasscode: makeReset) {
                    SetPasscodeModel($0, of: lock, texts: texts)
                }
            }
        }
        .onAppear { if model == nil { model = PasscodeSettingsModel(lock, texts: texts) } }
    }
}
#endif
