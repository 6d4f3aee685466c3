#if canImport(SwiftUI)
internal import LatchkeyBiometrics
public import LatchkeySession
public import SwiftUI

/// A view that offers a passcode after signing in to an account without one, and if the user declines, biometrics
/// alone.
public struct PasscodeOfferView: View {
    private let session: SessionModel
    // Created whenever an offer appears: it may be for the second account since launch.
    @State private var offer: PasscodeOfferModel?
    @State private var setPasscode: SetPasscodeModel?
    @Environment(\.screenTexts) private var texts

    public init(_ session: SessionModel) { self.session = session }

    public var body: some View {
        // Not a `Group`: `onAppear` would run for its members at each step.
        ZStack {
            if let offer, let setPasscode { step(of: offer, setPasscode) } else { ProgressView() }
        }
        .onAppear {
            guard offer == nil else { return }
            offer = PasscodeOfferModel(session, texts: texts)
            setPasscode = SetPasscodeModel(.set, of: session, texts: texts)
        }
    }

    @ViewBuilder private func step(of offer: PasscodeOfferModel, _ setPasscode: SetPasscodeModel) -> some View {
        switch offer.step {
        case .passcode:
            SetPasscodeView(model: setPasscode, onDone: {}, onCancel: { Task { await offer.decline() } })
        case .biometrics: BiometricsOnlyOfferView(offer: offer)
        }
    }
}

/// The offer of biometrics alone, after the user postponed a passcode.
struct BiometricsOnlyOfferView: View {
    let offer: PasscodeOfferModel
    @Environment(\.screenTexts) private var texts

    var body: some View {
        VStack(spacing: 20) {
            if case .biometrics(let type) = offer.step {
                Image(systemName: type.systemImage).font(.largeTitle).accessibilityHidden(true)
            }
            Text(verbatim: offer.title).font(.title2).accessibilityAddTraits(.isHeader)
            Text(verbatim: offer.reason)
            if let message = offer.message { Text(verbatim: message) }
            Button(texts[.enable]) { Task { await offer.useBiometrics() } }.buttonStyle(.borderedProminent)
            Button(texts[.notNow]) { Task { await offer.declineBiometrics() } }.buttonStyle(.borderless)
        }
        .multilineTextAlignment(.center)
        .padding()
        .scrollsIfNeeded()
        .disabled(offer.isWorking)
        .announces(offer.message)
    }
}
#endif
