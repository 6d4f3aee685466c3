#if os(macOS)
public import LatchkeySession
public import SwiftUI

extension View {
    /// Puts the lock over this view whenever the app is locked, in its own window above sheets and panels. Menu
    /// commands other than hiding and quitting are then out of reach. Apply it to the root view of each window, the
    /// settings' too.
    ///
    /// - Parameters:
    ///   - lock: The lock. The lock of an account covers no screen while no one is signed in: show content in
    ///     `SessionModel.State.locked` and `ready` only, as ``SessionView`` does.
    ///   - cover: When content is covered before the app locks.
    ///   - forgotPasscode: Makes the model of the screen behind "Forgot passcode?"; nil leaves it out.
    @MainActor
    public func appLock(
        _ lock: some LockModel, cover: LockCoverPolicy = .whenHiddenOrLocked,
        forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil
    ) -> some View {
        let options = LockOptions(cover)
        guard let forgotPasscode else { return modifier(AppLockModifier(lock: lock, options: options, makeReset: nil)) }
        return modifier(AppLockModifier(lock: lock, options: options) { _, _ in forgotPasscode() })
    }

    /// Puts the lock of an app with an account over this view, with the way back from a forgotten passcode. For content
    /// that is shown in `SessionModel.State.locked` and `ready` only: ``SessionView`` applies it.
    @MainActor
    public func appLock(_ session: SessionModel, cover: LockCoverPolicy = .whenHiddenOrLocked) -> some View {
        modifier(
            AppLockModifier(lock: session, options: LockOptions(cover)) {
                ResetPasscodeModel(session, texts: $0, login: $1)
            })
    }
}
#endif
