#if os(macOS)
public import LatchkeySession
public import SwiftUI

extension View {
    /// Shows the lock over this view whenever the app is locked, in a separate window above sheets and panels. Menu
    /// commands other than hiding and quitting are then unavailable. Apply it to the root view of each window,
    /// including the settings window.
    ///
    /// - Parameters:
    ///   - lock: The lock. An account's lock covers nothing while no user is signed in: show content only in
    ///     `SessionModel.State.locked` and `ready`, like ``SessionView``.
    ///   - cover: The policy for covering content before the app locks.
    ///   - forgotPasscode: Creates the model of the screen behind "Forgot passcode?"; nil hides it.
    @MainActor
    public func appLock(
        _ lock: some LockModel, cover: LockCoverPolicy = .whenHiddenOrLocked,
        forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil
    ) -> some View {
        let options = LockOptions(cover)
        guard let forgotPasscode else { return modifier(AppLockModifier(lock: lock, options: options, makeReset: nil)) }
        return modifier(AppLockModifier(lock: lock, options: options) { _, _ in forgotPasscode() })
    }

    /// Shows the lock of an app with an account over this view, with the reset of a forgotten passcode. For content
    /// that is shown only in `SessionModel.State.locked` and `ready`: ``SessionView`` applies it.
    @MainActor
    public func appLock(_ session: SessionModel, cover: LockCoverPolicy = .whenHiddenOrLocked) -> some View {
        modifier(
            AppLockModifier(lock: session, options: LockOptions(cover)) {
                ResetPasscodeModel(session, texts: $0, login: $1)
            })
    }
}
#endif
