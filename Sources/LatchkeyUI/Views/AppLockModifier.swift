#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
public import LatchkeyLock
public import SwiftUI

/// Keeps a lock's window over the window that the content is in.
@available(iOSApplicationExtension, unavailable)
struct AppLockModifier: ViewModifier {
    let lock: any ScreenLock
    let makeReset: (@MainActor () -> ResetPasscodeModel)?
    @State private var model: LockScreenModel
    @State private var window = LockWindow()
    @Environment(\.screenTexts) private var texts

    init(lock: some ScreenLock, texts: ScreenTexts, makeReset: (@MainActor () -> ResetPasscodeModel)?) {
        (self.lock, self.makeReset) = (lock, makeReset)
        _model = State(wrappedValue: LockScreenModel(lock, texts: texts))
    }

    func body(content: Content) -> some View {
        content
            .privacySensitive()
            // A screen reader must not read what the window covers.
            .accessibilityHidden(lock.service.isLocked)
            .background(WindowReader { window.attach(to: $0) })
            .onChange(of: lock.service.state, initial: true) { window.update() }
            .onAppear {
                window.prepare(for: lock) { [model, texts, makeReset] cover in
                    LockWindowContent(cover: cover, model: model, texts: texts, makeReset: makeReset)
                }
            }
            .onDisappear { window.remove() }
    }
}

@available(iOSApplicationExtension, unavailable)
extension View {
    /// Puts the lock over this view whenever the app is locked, in a window of its own: above sheets, alerts and the
    /// keyboard. Content is covered while the app is not in use. On the root view of each scene.
    ///
    /// - Parameters:
    ///   - lock: The lock.
    ///   - texts: The language.
    ///   - forgotPasscode: Makes the model of the screen behind "Forgot passcode?"; nil leaves it out.
    @MainActor
    public func appLock(
        _ lock: some ScreenLock, texts: ScreenTexts = .preferred(from: Locale.preferredLanguages),
        forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil
    ) -> some View {
        modifier(AppLockModifier(lock: lock, texts: texts, makeReset: forgotPasscode))
    }

    /// Puts the lock of an app without an account over this view: ``appLock(_:texts:forgotPasscode:)``.
    @MainActor
    public func appLock(_ service: PasscodeService) -> some View { appLock(DeviceScreenLock(service)) }
}
#endif
