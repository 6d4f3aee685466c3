#if canImport(UIKit) && canImport(SwiftUI)
internal import LatchkeyCore
public import LatchkeySession
public import UIKit

@available(iOSApplicationExtension, unavailable)
extension UIWindowScene {
    /// Shows the lock over this scene whenever the app is locked, like `.appLock` over a view. For an app with UIKit's
    /// life cycle: call it in `scene(_:willConnectTo:options:)`, and then the lock's `start()`.
    ///
    /// - Parameters:
    ///   - lock: The lock. An account's lock covers nothing while no user is signed in.
    ///   - hidesFromRecording: Whether content is covered while the screen is recorded, mirrored or sent elsewhere.
    ///   - branding: The app's branding of the lock.
    ///   - texts: The texts to show; nil for the first of the user's languages that is supported.
    ///   - forgotPasscode: Creates the model of the screen behind "Forgot passcode?"; nil hides it.
    public func appLock(
        _ lock: some LockModel, hidesFromRecording: Bool = false, branding: LockBranding = LockBranding(),
        texts: ScreenTexts? = nil, forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil
    ) {
        let subject = LockSubject(
            lock, texts: texts ?? .preferred(from: PreferredLanguages.current),
            options: LockOptions(hidesFromRecording: hidesFromRecording),
            appearance: LockAppearance(branding: branding), makeReset: forgotPasscode)
        LockWindow.cover(self, for: subject)
    }

    /// Shows the lock of an app with an account over this scene, with the reset of a forgotten passcode.
    ///
    /// - Parameters:
    ///   - session: The session. Show content only in `SessionModel.State.locked` and `ready`.
    ///   - hidesFromRecording: Whether content is covered while the screen is recorded, mirrored or sent elsewhere.
    ///   - branding: The app's branding of the lock.
    ///   - texts: The texts to show; nil for the first of the user's languages that is supported.
    ///   - login: The team's own login; nil if users sign in only by email.
    public func appLock(
        _ session: SessionModel, hidesFromRecording: Bool = false, branding: LockBranding = LockBranding(),
        texts: ScreenTexts? = nil, login: TeamLogin? = nil
    ) {
        let texts = texts ?? .preferred(from: PreferredLanguages.current)
        appLock(session, hidesFromRecording: hidesFromRecording, branding: branding, texts: texts) {
            ResetPasscodeModel(session, texts: texts, login: login)
        }
    }
}
#endif
