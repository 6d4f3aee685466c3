#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
internal import LatchkeySession
public import SwiftUI

/// What the state of a session asks for: signing in, choosing a passcode, or the app's content below the lock, with the
/// offer of biometrics and the way back from a forgotten passcode. For the root of each scene.
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
        // Not a group: its members would each begin the task, and end it when another takes their place.
        ZStack {
            if let screens { screen(of: screens) } else { ProgressView() }
        }
        // Not in the initialiser, which runs whenever the view above is drawn.
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
                .alert(Text(verbatim: texts[.passcodeIsSet]), isPresented: isTellingOfReset) {
                    Button(texts[.done], role: .cancel) { session.dismissNotice() }
                } message: {
                    Text(verbatim: texts[.passcodeReset])
                }
                .modifier(
                    AppLockModifier(lock: session, options: options) {
                        ResetPasscodeModel(session, texts: $0, login: $1)
                    })
        }
    }

    /// After the offer of biometrics: of two alerts at once only one is shown.
    private var isTellingOfReset: Binding<Bool> {
        .presented(
            {
                session.state == .ready && session.notice == .passcodeReset && !session.shouldOfferBiometrics
            }, onDismiss: { session.dismissNotice() })
    }
}

/// The models, which outlive the drawing of the view.
@MainActor
private final class SessionScreens {
    let signIn: SignInModel

    init(_ session: SessionModel, texts: ScreenTexts) {
        signIn = SignInModel(session, texts: texts)
    }
}
#endif
