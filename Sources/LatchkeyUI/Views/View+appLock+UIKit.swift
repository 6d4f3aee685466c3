#if canImport(UIKit) && canImport(SwiftUI)
public import LatchkeySession
public import SwiftUI

@available(iOSApplicationExtension, unavailable)
extension View {
    /// Shows the lock over this view whenever the app is locked, in a separate window above sheets, full-screen covers,
    /// alerts and the keyboard. Content is covered while the app is not in use. Apply it to the root view of each
    /// scene. The scene then has the lock while it is connected, even without the view.
    ///
    /// - Parameters:
    ///   - lock: The lock. An account's lock covers nothing while no user is signed in: show content only in
    ///     `SessionModel.State.locked` and `ready`, like ``SessionView``.
    ///   - hidesFromRecording: Whether content is covered while the screen is recorded, mirrored or sent elsewhere.
    ///   - forgotPasscode: Creates the model of the screen behind "Forgot passcode?"; nil hides it.
    @MainActor
    public func appLock(
        _ lock: some LockModel, hidesFromRecording: Bool = false,
        forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil
    ) -> some View {
        let options = LockOptions(hidesFromRecording: hidesFromRecording)
        guard let forgotPasscode else { return modifier(AppLockModifier(lock: lock, options: options, makeReset: nil)) }
        return modifier(AppLockModifier(lock: lock, options: options) { _, _ in forgotPasscode() })
    }

    /// Shows the lock of an app with an account over this view, with the reset of a forgotten passcode. For content
    /// that is shown only in `SessionModel.State.locked` and `ready`: ``SessionView`` applies it.
    @MainActor
    public func appLock(_ session: SessionModel, hidesFromRecording: Bool = false) -> some View {
        let options = LockOptions(hidesFromRecording: hidesFromRecording)
        return modifier(
            AppLockModifier(lock: session, options: options) {
                ResetPasscodeModel(session, texts: $0, login: $1)
            })
    }
}
#endif
