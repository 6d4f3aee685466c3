#if canImport(SwiftUI)
public import LatchkeyLock
public import LatchkeySession
public import SwiftUI

/// The settings of a lock: `PasscodeSettingsView` with the models that it takes.
public struct LockSettingsView: View {
    private let lock: any ScreenLock
    private let makeReset: (@MainActor (ScreenTexts) -> ResetPasscodeModel)?
    @State private var model: PasscodeSettingsModel?
    @Environment(\.screenTexts) private var texts

    /// Shows the settings of the lock.
    ///
    /// - Parameters:
    ///   - lock: The lock.
    ///   - forgotPasscode: Makes the model of the screen behind "Forgot passcode?"; nil leaves it out.
    public init(_ lock: some ScreenLock, forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil) {
        self.lock = lock
        if let forgotPasscode { makeReset = { _ in forgotPasscode() } } else { makeReset = nil }
    }

    /// Shows the settings of the lock of an app with an account, whose passcode can be reset by mail.
    public init(_ session: SessionModel) {
        lock = AccountScreenLock(session)
        makeReset = { ResetPasscodeModel(session, texts: $0) }
    }

    /// Shows the settings of the lock of an app without an account.
    public init(_ service: PasscodeService) { self.init(DeviceScreenLock(service)) }

    public var body: some View {
        // Not in the initialiser, which runs whenever the view above is drawn.
        Group {
            if let model {
                PasscodeSettingsView(model: model, forgotPasscode: forgotPasscode) {
                    SetPasscodeModel($0, of: lock, texts: texts)
                }
            }
        }
        .onAppear { if model == nil { model = PasscodeSettingsModel(lock, texts: texts) } }
    }

    private var forgotPasscode: (@MainActor () -> ResetPasscodeModel)? {
        guard let makeReset else { return nil }
        let texts = texts
        return { makeReset(texts) }
    }
}
#endif
