#if canImport(SwiftUI)
public import LatchkeySession
public import SwiftUI

/// The settings of a lock as a separate screen: a form with ``PasscodeSettingsView`` and its title.
public struct LockSettingsView: View {
    private let settings: PasscodeSettingsView
    @Environment(\.screenTexts) private var texts

    /// Shows the settings of the lock.
    ///
    /// - Parameters:
    ///   - lock: The lock.
    ///   - forgotPasscode: Creates the model of the screen behind "Forgot passcode?"; nil hides it.
    public init(_ lock: some LockModel, forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil) {
        settings = PasscodeSettingsView(lock, forgotPasscode: forgotPasscode)
    }

    /// Shows the lock's settings in an app with an account, whose passcode can be reset by email.
    public init(_ session: SessionModel) { settings = PasscodeSettingsView(session) }

    public var body: some View { Form { settings }.navigationTitle(Text(verbatim: texts[.passcode])) }
}
#endif
