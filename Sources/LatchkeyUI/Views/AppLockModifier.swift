#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
internal import LatchkeyLock
internal import SwiftUI

/// Keeps a lock's window over the window that the content is in.
@available(iOSApplicationExtension, unavailable)
struct AppLockModifier: ViewModifier {
    let lock: any ScreenLock
    let texts: ScreenTexts
    let options: LockOptions
    let makeReset: (@MainActor () -> ResetPasscodeModel)?
    @State private var latest = Latest()

    func body(content: Content) -> some View {
        content
            .privacySensitive()
            // A screen reader must not read what the window covers.
            .accessibilityHidden(!lock.access.isOpen)
            .background(WindowReader { LockWindow.cover($0, for: subject()) })
    }

    private func subject() -> LockSubject {
        if let subject = latest.subject, subject.lock === lock { return subject }
        let subject = LockSubject(lock, texts: texts, options: options, makeReset: makeReset)
        latest.subject = subject
        return subject
    }

    /// No state: a view that reads its window must not change what views depend on.
    @MainActor
    private final class Latest {
        var subject: LockSubject?
    }
}
#endif
