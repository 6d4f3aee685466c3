#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
internal import LatchkeySession
public import SwiftUI

/// The root view of a scene in an app with an account: sign-in, the choice of a passcode, or the app's content below
/// the lock. It includes the offer of biometrics and the reset of a forgotten passcode.
///
/// ```swift
/// WindowGroup { SessionView(session) { TicketsView() } }
/// ```
@available(iOSApplicationExtension, unavailable)
public struct SessionView<Content: View>: View {
    private let session: SessionModel
    let options: LockOptions
    private let content: () -> Content
    @State private var screens: SessionScreens?
    @Environment(\.screenTexts) private var texts

    init(_ session: SessionModel, options: LockOptions, content: @escaping () -> Content) {
        (self.session, self.options, self.content) = (session, options, content)
    }

    public var body: some View {
        // Not a `Group`: each of its members would start the task, and end it when another replaces it.
        ZStack {
            if let screens { screen(of: screens) } else { ProgressView() }
        }
        // Not in the initializer, which runs whenever the parent view is drawn.
        .onAppear { if screens == nil { screens = SessionScreens(session, texts: texts) } }
        .task { if session.state == .loading { await session.start() } }
    }

    @ViewBuilder private func screen(of screens: SessionScreens) -> some View {
        switch session.state {
        case .loading: ProgressView()
        case .signedOut: SignInView(model: screens.signIn)
        case .offeringPasscodeSetup: PasscodeOfferView(session)
        case .locked, .ready:
            content()
                .biometricOffer(session)
                .alert(Text(verbatim: noticeTitle), isPresented: isShowingNotice) {
                    Button(texts[.done], role: .cancel) { session.dismissNotice() }
                } message: {
                    Text(verbatim: session.notice?.text(in: texts) ?? "")
                }
                .modifier(
                    AppLockModifier(lock: session, options: options) {
                        ResetPasscodeModel(session, texts: $0, login: $1)
                    })
        }
    }

    /// Whether the notice is shown: after the offer of biometrics, because of two alerts at the same time only one is
    /// shown.
    private var isShowingNotice: Binding<Bool> {
        .presented(
            {
                session.state == .ready && [.passcodeReset, .tooManyDevices].contains(session.notice)
                    && !session.shouldOfferBiometrics
            }, onDismiss: { session.dismissNotice() })
    }

    private var noticeTitle: String {
        session.notice == .tooManyDevices ? texts[.devices] : texts[.passcodeIsSet]
    }
}

/// The models, which outlive a drawing of the view.
@MainActor
private final class SessionScreens {
    let signIn: SignInModel

    init(_ session: SessionModel, texts: ScreenTexts) {
        signIn = SignInModel(session, texts: texts)
    }
}
#endif
