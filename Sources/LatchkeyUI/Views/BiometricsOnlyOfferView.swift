#if canImport(SwiftUI)
internal import LatchkeyBiometrics
internal import SwiftUI

/// The offer of biometrics alone, to who has chosen to set up a passcode later.
struct BiometricsOnlyOfferView: View {
    let offer: PasscodeOfferModel
    @Environment(\.screenTexts) private var texts

    var body: some View {
        VStack(spacing: 20) {
            if case .biometrics(let type) = offer.step {
                Image(systemName: type.systemImage).font(.largeTitle).accessibilityHidden(true)
            }
            Text(verbatim: offer.title).font(.title2).accessibilityAddTraits(.isHeader)
            Text(verbatim: offer.reason).multilineTextAlignment(.center)
            if let message = offer.message { Text(verbatim: message).multilineTextAlignment(.center) }
            Button(texts[.enable]) { Task { await offer.useBiometrics() } }.buttonStyle(.borderedProminent)
            Button(texts[.notNow]) { Task { await offer.declineBiometrics() } }.buttonStyle(.borderless)
        }
        .padding()
        .disabled(offer.isWorking)
        .announces(offer.message)
    }
}
#endif
