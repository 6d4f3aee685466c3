#if canImport(SwiftUI)
internal import LatchkeyBiometrics
internal import LatchkeyLock
public import LatchkeySession
public import SwiftUI

/// Offers biometrics once after signing in, in an alert.
private struct BiometricOfferModifier: ViewModifier {
    let session: SessionModel
    @State private var settings: PasscodeSettingsModel?
    @Environment(\.screenTexts) private var texts

    func body(content: Content) -> some View {
        content
            // Not in the initialiser, which runs whenever the view above is drawn.
            .onAppear {
                guard settings == nil else { return }
                settings = PasscodeSettingsModel(AccountScreenLock(session), texts: texts)
            }
            .alert(Text(verbatim: title), isPresented: isOffering) {
                Button(texts[.enable]) { Task { await settings?.setBiometrics(true) } }
                Button(texts[.notNow], role: .cancel) {}
            } message: {
                Text(verbatim: texts[.offerBiometricsReason])
            }
            .asksForPasscode(of: settings)
    }

    private var title: String {
        let name = session.status.biometricType.displayName(in: texts.biometrics)
        return texts[.offerBiometrics].replacing("{biometrics}", with: name)
    }

    private var isOffering: Binding<Bool> {
        Binding { @MainActor in
            session.shouldOfferBiometrics
        } set: { @MainActor isOffering in
            // Either button is an answer.
            if !isOffering { session.declineBiometrics() }
        }
    }
}

extension View {
    /// Offers biometrics once after signing in; turning them on takes the passcode. On the view that a user sees first
    /// who is signed in.
    @MainActor
    public func biometricOffer(_ session: SessionModel) -> some View {
        modifier(BiometricOfferModifier(session: session))
    }
}
#endif
