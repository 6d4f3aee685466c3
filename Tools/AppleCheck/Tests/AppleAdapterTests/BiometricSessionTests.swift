import AppleDevice
import LatchkeyBiometricSession
import LatchkeyBiometrics
import LatchkeySecureStorage
import LatchkeyTestSupport
import Security
import SwiftUI
import Testing

@testable import LatchkeyUI

/// A session of the app's own backend, stored in the Keychain.
@Suite(.ownDevice) struct BiometricSessionTests {
    private let reason = "Sign in to the shop."

    private func session(
        _ enrolment: SecureStorageAccess.Enrolment = .currentEnrolment, service: String = "session"
    ) -> BiometricSession<[String]> {
        let keychain = KeychainSecureStorage(service: service, accessGroup: nil) { true }
        let biometrics = LocalBiometricAuth(acceptsCompanion: false) { true }
        return BiometricSession(
            storage: keychain, biometrics: biometrics, enrolment: enrolment, user: BiometricSessionContract.user)
    }

    @Test(arguments: [errSecItemNotFound, errSecAuthFailed])
    func aSessionInTheKeychainKeepsTheContract(status: OSStatus) async throws {
        device { $0.statusOfInvalidatedItem = status }
        try await BiometricSessionContract {
            device { $0.keychain = [] }
            return .init(
                session: session(), dismissNextPrompt: { device { $0.outcomes = [.error(-2)] } },
                changeEnrolment: { device { $0.changeEnrolment() } })
        }.verify()
    }

    @Test("C6 Storing tokens never prompts, and restoring prompts once")
    func storingTokensNeverPromptsAndRestoringPromptsOnce() async throws {
        let session = session()
        try await session.save(["first"])
        try await session.update(["second"])
        try await session.save(["third"])
        #expect(try await session.isEnabled)
        #expect(await !session.shouldOffer(for: ["third"]))
        #expect(deviceNow.prompts.isEmpty)
        #expect(await self.session().restore(reason: reason) == .restored(["third"]))
        #expect(deviceNow.prompts == [reason])
    }

    @Test("C6 With any enrolment, an added finger restores the session")
    func withAnyEnrolmentAnAddedFingerRestoresTheSession() async throws {
        try await session(.anyEnrolment).save(["kept"])
        device { $0.changeEnrolment() }
        #expect(await session(.anyEnrolment).restore(reason: reason) == .restored(["kept"]))
    }

    @Test("C6 tokens stored after an enrolment change are not released")
    func tokensStoredAfterAnEnrolmentChangeAreNotReleased() async throws {
        device { $0.statusOfInvalidatedItem = errSecAuthFailed }
        try await session().save(["first"])
        device { $0.changeEnrolment() }
        try await session().save(["second"])
        #expect(await session().restore(reason: reason) == .invalidated)
    }

    @Test func sessionWaitsUntilBiometricsAreEnrolled() async throws {
        try await session(.anyEnrolment).save(["kept"])
        device { $0.isEnrolled = false }
        #expect(await session(.anyEnrolment).restore(reason: reason) == .failed(.biometrics(.notEnrolled)))
        device { $0.isEnrolled = true }
        #expect(await session(.anyEnrolment).restore(reason: reason) == .restored(["kept"]))
    }

    @Test @MainActor func biometricOfferAndSettingFollowTheModel() async throws {
        let (session, texts) = (session(), ScreenTexts.english)
        let model = BiometricSessionModel(session, texts: texts) { ["token"] }
        // Redrawn after each change of the model, as SwiftUI does.
        var view: some View { Text(verbatim: "content").biometricOffer(model) }
        #expect(DrawnView(view).texts == ["content"])
        #expect(DrawnView(BiometricSessionToggle(model)).texts.isEmpty)
        await model.signedIn()
        let offer = DrawnView(view)
        #expect(
            offer.texts
                == [
                    "content", "Unlock with Face ID?", texts[.offerBiometricsOnlyReason], texts[.enable],
                    texts[.notNow],
                ])
        #expect(offer.press(texts[.enable]))
        await until { model.isOn }
        #expect(DrawnView(view).texts == ["content"])
        #expect(DrawnView(BiometricSessionToggle(model)).texts == ["Face ID"])
        #expect(await session.restore(reason: reason) == .restored(["token"]))
    }
}
