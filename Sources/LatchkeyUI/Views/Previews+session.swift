#if canImport(SwiftUI) && canImport(LocalAuthentication) && DEBUG
internal import LatchkeyAPI
internal import LatchkeyBiometrics
internal import LatchkeySession
internal import SwiftUI

#Preview("Sign in") {
    PreviewSession(state: .signedOut) { SignInView(model: SignInModel($0, texts: .english)) }
}

@available(iOSApplicationExtension, unavailable)
#Preview("Session, no one signed in") {
    PreviewSession(state: .signedOut) { SessionView($0) { Text(verbatim: "The app") } }
}

@available(iOSApplicationExtension, unavailable)
#Preview("Session, ready") {
    PreviewSession(state: .ready) { SessionView($0) { Text(verbatim: "The app") } }
}

@available(iOSApplicationExtension, unavailable)
#Preview("Session, ready, offering Face ID") {
    PreviewSession(state: .ready, biometrics: .faceID) {
        SessionView($0) { Text(verbatim: "The app") }
    }
}

@available(iOSApplicationExtension, unavailable)
#Preview("Session, locked") {
    PreviewSession(state: .locked) { SessionView($0) { Text(verbatim: "The app") } }
}

#Preview("Passcode offer") {
    PreviewSession(state: .offeringPasscodeSetup) { PasscodeOfferView($0) }
}

#Preview("Passcode that the team requires") {
    PreviewSession(state: .offeringPasscodeSetup, policy: User.Policy(passcodeRequired: true)) { PasscodeOfferView($0) }
}

#Preview("Passcode offer, biometrics alone") {
    PreviewSession(state: .offeringPasscodeSetup, biometrics: .faceID) { PreviewBiometricsOffer(session: $0) }
}

#Preview("Forgot passcode") {
    PreviewSession(state: .locked) {
        ResetPasscodeView(model: ResetPasscodeModel($0, texts: .english), onDone: {}, onCancel: {})
    }
}

#Preview("Fresh passcode") {
    PreviewSession(state: .ready) { PasscodeConfirmationView($0, reason: "To refund.", onConfirm: {}, onCancel: {}) }
}

#Preview("Biometric lock") {
    Text(verbatim: "Open").biometricLock(reason: "Preview the lock.", biometrics: NoBiometrics())
}

/// The offer after the user postponed a passcode.
struct PreviewBiometricsOffer: View {
    let session: SessionModel
    @State private var offer: PasscodeOfferModel?

    var body: some View {
        ZStack {
            if let offer { BiometricsOnlyOfferView(offer: offer) }
        }
        .task {
            let offer = PasscodeOfferModel(session, texts: .english)
            await offer.setUpLater()
            self.offer = offer
        }
    }
}
#endif
