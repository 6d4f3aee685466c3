#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
internal import LatchkeyLock
internal import SwiftUI

/// A modifier that shows a lock's window over the window of the content.
@available(iOSApplicationExtension, unavailable)
struct AppLockModifier: ViewModifier {
    let lock: any LockModel
    let options: LockOptions
    let makeReset: (@MainActor (ScreenTexts, TeamLogin?) -> ResetPasscodeModel)?
    @Environment(\.screenTexts) private var texts
    @Environment(\.teamLogin) private var login
    @Environment(\.lockBranding) private var branding
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.locale) private var locale
    @Environment(\.layoutDirection) private var layoutDirection
    @Environment(\.dynamicTypeSize) private var dynamicTypeSize

    func body(content: Content) -> some View {
        let isOpen = lock.access.isOpen
        // Created whenever this view is drawn. The window keeps its own, unless the lock differs.
        let subject = LockSubject(
            lock, texts: texts, options: options, appearance: appearance, makeReset: forgotPasscode)
        content
            .privacySensitive()
            // Not drawn while locked, because the window does not cover everything. On visionOS it covers a plane, and
            // ornaments and volumes are in front of it. Disabled content receives no keyboard shortcuts either.
            .opacity(isOpen ? 1 : 0)
            .disabled(!isOpen)
            // A screen reader must not read covered content.
            .accessibilityHidden(!isOpen)
            .environment(\.appLock, lock)
            .background(WindowReader { LockWindow.cover($0, for: subject) })
    }

    private var appearance: LockAppearance {
        LockAppearance(
            branding: branding, colorScheme: colorScheme, locale: locale, layoutDirection: layoutDirection,
            dynamicTypeSize: dynamicTypeSize)
    }

    private var forgotPasscode: (@MainActor () -> ResetPasscodeModel)? {
        guard let makeReset else { return nil }
        let (texts, login) = (texts, login)
        return { makeReset(texts, login) }
    }
}
#endif
