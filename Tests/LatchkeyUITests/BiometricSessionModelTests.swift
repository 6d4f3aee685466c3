import LatchkeyBiometricSession
import LatchkeyBiometrics
import LatchkeyCore
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyUI

/// The offer and the setting of biometrics, for a session of the app's own backend.
@MainActor struct BiometricSessionModelTests {
    private let session = MockBiometricSession<String>()

    private func model(tokens: String? = "token") -> BiometricSessionModel<String> {
        BiometricSessionModel(session, texts: .english) { tokens }
    }

    @Test func biometricsAreOfferedAfterEachSignInUntilEnabled() async {
        let model = model()
        #expect(!model.isOffering)
        for _ in 0..<2 {
            await model.signedIn()
            #expect(model.isOffering && model.offerTitle == "Unlock with Face ID?")
            model.decline()
            #expect(!model.isOffering && !model.isOn)
        }
        await model.signedIn()
        await model.setOn(true)
        #expect(!model.isOffering && model.isOn)
        #expect(await session.tokens == "token")
        await model.signedIn()
        #expect(!model.isOffering)
    }

    @Test func signInWithEnabledBiometricsStoresItsTokens() async {
        let session = MockBiometricSession(tokens: "old")
        let model = BiometricSessionModel(session, texts: .english) { "new" }
        await model.signedIn()
        #expect(await session.tokens == "new")
    }

    @Test func anotherUsersSignInOffersBiometricsAgain() async {
        let session = MockBiometricSession(tokens: "ann 1") { String($0.prefix(3)) }
        let tokens = LockedValue("ben 1")
        let model = BiometricSessionModel(session, texts: .english) { tokens.withLock { $0 } }
        await model.signedIn()
        #expect(model.isOffering && !model.isOn)
        model.decline()
        #expect(await session.tokens == "ann 1")
        await model.signedIn()
        await model.setOn(true)
        #expect(model.isOn)
        #expect(await session.tokens == "ben 1")
        tokens.withLock { $0 = "ben 2" }
        await model.signedIn()
        #expect(!model.isOffering)
        #expect(await session.tokens == "ben 2")
    }

    @Test func settingDisablesAndEnablesBiometrics() async {
        let model = model()
        await model.setOn(true)
        await model.setOn(false)
        #expect(!model.isOn && model.isAvailable)
        #expect(await session.tokens == nil)
        await model.setOn(true)
        #expect(model.isOn)
        #expect(await session.calls == [.save, .clear, .save])
    }

    @Test func disablingIsNotDroppedWhileTokensAreStored() async {
        let model = model()
        let on = Task { await model.setOn(true) }
        let off = Task { await model.setOn(false) }
        await on.value
        await off.value
        #expect(await session.tokens == nil)
        #expect(!model.isOn && !model.isWorking)
    }

    @Test func missingBiometricsHideTheOfferAndTheSetting() async {
        await session.setType(.none)
        let model = model()
        await model.signedIn()
        #expect(!model.isOffering && !model.isAvailable)
    }

    @Test func enabledBiometricsCanBeDisabledWhenUnavailable() async {
        let session = MockBiometricSession(.none, tokens: "old")
        let model = BiometricSessionModel(session, texts: .english) { "new" }
        await model.refresh()
        #expect(model.isAvailable && model.isOn && model.name == "Biometrics")
        await model.setOn(false)
        #expect(!model.isAvailable && !model.isOn)
    }

    @Test func failedChangeIsReportedAndSettingShowsStoredState() async {
        let model = model()
        await session.failNext(with: .biometrics(.lockout), on: .save)
        await model.setOn(true)
        #expect(!model.isOn && model.message?.isEmpty == false)
        await model.setOn(true)
        #expect(model.isOn && model.message == nil)
        await session.failNext(with: .storage(.locked), on: .clear)
        await model.setOn(false)
        #expect(model.isOn && model.message?.isEmpty == false)
    }

    @Test func biometricsCannotBeEnabledWithoutTokens() async {
        let model = model(tokens: nil)
        await model.setOn(true)
        #expect(!model.isOn)
        #expect(await session.calls.isEmpty)
    }
}
