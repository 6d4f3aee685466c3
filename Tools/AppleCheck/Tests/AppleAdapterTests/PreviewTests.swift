import LatchkeyBiometrics
import LatchkeySession
import SwiftUI
import Testing

@testable import LatchkeyUI

/// The sessions of the previews.
@MainActor @Suite(.serialized) struct PreviewTests {
    @Test(arguments: [SessionModel.State.signedOut, .offeringPasscodeSetup, .ready, .locked])
    func previewedSessionHasTheRequestedState(_ state: SessionModel.State) async {
        let previewed = await previewed(in: state)
        #expect(previewed?.state == state)
        #expect(previewed?.shouldOfferBiometrics == false)
    }

    @Test func aPreviewedSessionOffersBiometrics() async {
        #expect(await previewed(in: .ready, biometrics: .faceID)?.shouldOfferBiometrics == true)
    }

    @Test func offerPreviewShowsOnlyBiometrics() async throws {
        let session = try #require(await previewed(in: .offeringPasscodeSetup, biometrics: .faceID))
        let offer = PreviewBiometricsOffer(session: session)
        for task in DrawnView(offer).tasks { await task() }
        let title = ScreenTexts.english[.offerBiometrics].replacing("{biometrics}", with: "Face ID")
        #expect(DrawnView(offer).texts.contains(title))
    }

    private func previewed(in state: SessionModel.State, biometrics: BiometricType = .none) async -> SessionModel? {
        var session: SessionModel?
        let view = PreviewSession(state: state, biometrics: biometrics) { shown in
            let _ = session = shown
            Text(verbatim: "content")
        }
        for task in DrawnView(view).tasks { await task() }
        #expect(DrawnView(view).texts == ["content"])
        return session
    }
}
