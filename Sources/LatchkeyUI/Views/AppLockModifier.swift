#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
internal import LatchkeyLock
internal import SwiftUI

/// Keeps a lock's window over the window that the content is in.
@available(iOSApplicationExtension, unavailable)
struct AppLockModifier: ViewModifier {
    let lock: any LockModel
    let options: LockOptions
    let makeReset: (@MainActor (ScreenTexts, TeamLogin?) -> ResetPasscodeModel)?
    @Environment(\.screenTexts) private var texts
    @Environment(\.teamLogin) private var login

    func body(content: Content) -> some View {
        // A new one whenever this is drawn; the window keeps the one that it has, unless that shows another lock.
        let subject = LockSubject(lock, texts: texts, options: options, makeReset: forgotPasscode)
        content
            .privacySensitive()
            // A screen reader must not read what the window covers.
            .accessibilityHidden(!lock.access.isOpen)
            .environment(\.appLock, lock)
            .background(WindowReader { LockWindow.cover($0, for: subject) })
    }

    private var forgotPasscode: (@MainActor () -> ResetPasscodeModel)? {
        guard let makeReset else { return nil }
        let (texts, login) = (texts, login)
        return { makeReset(texts, login) }
    }
}
#endif
