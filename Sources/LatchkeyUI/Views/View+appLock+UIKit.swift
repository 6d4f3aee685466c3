#if canImport(UIKit) && canImport(SwiftUI)
public import LatchkeySession
public import SwiftUI

@available(iOSApplicationExtension, unavailable)
extension View {
    /// Puts the lock over this view whenever the app is locked, in its own window above sheets, full-screen covers,
    /// alerts and the keyboard. Content is covered while the app is not in use. Apply it to the root view of each
    /// scene: the scene then has the lock for as long as it is connected, even without the view.
    ///
    /// - Parameters:
    ///   - lock: The lock. The lock of an account covers no screen while no one is signed in: show content in
    ///     `SessionModel.State.locked` and `ready` only, as ``SessionView`` does.
    ///   - hidesFromRecording: Whether content is covered while the screen is recorded, mirrored or sent elsewhere.
    ///   - forgotPasscode: Makes the model of the screen behind "Forgot passcode?"; nil leaves it out.
    @MainActor
    public func appLock(
        _ lock: some LockModel, hidesFromRecording: Bool = false,
        forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil
    ) -> some View {
        let options = LockOptions(hidesFromRecording: hidesFromRecording)
        guard let forgotPasscode else { return modifier(AppLockModifier(lock: lock, options: options, makeReset: nil)) }
        return modifier(AppLockModifier(lock: lock, options: options) { _, _ in forgotPasscode() })
    }

    /// Puts the lock of an app with an account over this view, with the way back from a forgotten passcode. For content
    /// that is shown in `SessionModel.State.locked` and `ready` only: ``SessionView`` applies it.
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
