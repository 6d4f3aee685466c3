#if canImport(UIKit) && canImport(SwiftUI)
internal import Foundation
public import LatchkeySession
public import UIKit

@available(iOSApplicationExtension, unavailable)
extension UIWindowScene {
    /// Puts the lock over this scene whenever the app is locked, as `.appLock` does over a view. For an app whose life
    /// cycle is UIKit's: call it in `scene(_:willConnectTo:options:)`, and then the lock's `start()`.
    ///
    /// - Parameters:
    ///   - lock: The lock. The lock of an account covers no screen while no one is signed in.
    ///   - hidesFromRecording: Whether content is covered while the screen is recorded, mirrored or sent elsewhere.
    ///   - branding: The app's own marks on the lock.
    ///   - texts: The language; nil for the first of the user's that there are texts for.
    ///   - forgotPasscode: Makes the model of the screen behind "Forgot passcode?"; nil leaves it out.
    public func appLock(
        _ lock: some LockModel, hidesFromRecording: Bool = false, branding: LockBranding = LockBranding(),
        texts: ScreenTexts? = nil, forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil
    ) {
        let subject = LockSubject(
            lock, texts: texts ?? .preferred(from: Locale.preferredLanguages),
            options: LockOptions(hidesFromRecording: hidesFromRecording),
            appearance: LockAppearance(branding: branding), makeReset: forgotPasscode)
        LockWindow.cover(self, for: subject)
    }

    /// Puts the lock of an app with an account over this scene, with the way back from a forgotten passcode.
    ///
    /// - Parameters:
    ///   - session: Who is signed in. Show its content in `SessionModel.State.locked` and `ready` only.
    ///   - hidesFromRecording: Whether content is covered while the screen is recorded, mirrored or sent elsewhere.
    ///   - branding: The app's own marks on the lock.
    ///   - texts: The language; nil for the first of the user's that there are texts for.
    ///   - login: The team's own login; nil where only emails sign in.
    public func appLock(
        _ session: SessionModel, hidesFromRecording: Bool = false, branding: LockBranding = LockBranding(),
        texts: ScreenTexts? = nil, login: TeamLogin? = nil
    ) {
        let texts = texts ?? .preferred(from: Locale.preferredLanguages)
        appLock(session, hidesFromRecording: hidesFromRecording, branding: branding, texts: texts) {
            ResetPasscodeModel(session, texts: texts, login: login)
        }
    }
}
#endif
