import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyCore
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import SwiftUI
import Testing

@testable import LatchkeyUI

/// The offer of biometrics after a sign-in.
@MainActor @Suite(.serialized) struct BiometricOfferTests {
    private let texts = ScreenTexts.english

    @Test("C6 enabling offered biometrics requires the passcode")
    func enablingOfferedBiometricsRequiresThePasscode() async {
        let levels = SecureStorageAccess.withoutMatch.union([.biometry(.currentEnrolment)])
        let (storage, reader) = (InMemorySecureStorage(supporting: levels), MockBiometricAuth(.faceID))
        let platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: reader,
            biometricKey: StoredBiometricKey(storage: storage, biometrics: reader))
        let session = AppLock.account(
            platform, api: FakeServer(), reason: "Unlock the test.", sessionLock: InProcessSessionLock())
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        let view = Text(verbatim: "content").biometricOffer(session)
        #expect(DrawnView(view).texts == ["content"], "there is no passcode yet")
        #expect(await session.setPasscode(.right) == .done)
        await until { session.shouldOfferBiometrics }

        let offer = DrawnView(view)
        let title = texts[.offerBiometrics].replacing("{biometrics}", with: "Face ID")
        #expect(offer.texts == ["content", title, texts[.offerBiometricsReason], texts[.enable], texts[.notNow]])
        #expect(offer.press(texts[.enable]))
        await until { DrawnView(view).texts.contains(texts[.cancel]) }
        for digit in ["4", "8", "1", "9", "2", "0"] { #expect(DrawnView(view).press(digit)) }
        await until { session.isBiometricEnabled }
        #expect(DrawnView(view).texts == ["content"])
    }

    @Test("C6 biometrics can be enabled without a passcode")
    func biometricsCanBeEnabledWithoutAPasscode() async {
        let levels = SecureStorageAccess.withoutMatch.union([.biometry(.currentEnrolment)])
        let (storage, reader) = (InMemorySecureStorage(supporting: levels), MockBiometricAuth(.faceID))
        let platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: reader,
            biometricKey: StoredBiometricKey(storage: storage, biometrics: reader))
        let session = AppLock.account(
            platform, api: FakeServer(), reason: "Unlock the test.", sessionLock: InProcessSessionLock(),
            sealsWithoutPasscode: false)
        await session.start()
        _ = await session.signIn(with: .code("right", email: "ada@example.org"))
        #expect(await session.setUpLater() == nil)
        let view = Text(verbatim: "content").biometricOffer(session)
        let offer = DrawnView(view)
        #expect(offer.texts.contains(texts[.offerBiometricsOnlyReason]))
        #expect(offer.press(texts[.enable]))
        await until { session.isBiometricEnabled }
        #expect(session.protection == .biometricsOnly && DrawnView(view).texts == ["content"])
    }

    @Test("C6 app can offer biometrics without an account")
    func appCanOfferBiometricsWithoutAnAccount() async {
        let lock = await TestLock().launched()
        let wanted = LockedValue(true)
        let isPresented = Binding {
            wanted.withLock { $0 }
        } set: { new in
            wanted.withLock { $0 = new }
        }
        let view = Text(verbatim: "content").biometricOffer(lock, isPresented: isPresented)
        #expect(DrawnView(view).texts == ["content"], "there is no passcode yet")
        #expect(await lock.setPasscode(.right) == .done)
        wanted.withLock { $0 = false }
        #expect(DrawnView(view).texts == ["content"], "not now")
        wanted.withLock { $0 = true }
        #expect(DrawnView(view).press(texts[.enable]))
        await until { DrawnView(view).texts.contains(texts[.cancel]) }
        for digit in ["4", "8", "1", "9", "2", "0"] { #expect(DrawnView(view).press(digit)) }
        await until { lock.isBiometricEnabled }
        #expect(DrawnView(view).texts == ["content"])
    }
}
