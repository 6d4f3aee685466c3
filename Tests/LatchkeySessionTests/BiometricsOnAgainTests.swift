import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession
@testable import LatchkeyUI

/// Biometrics without a passcode: disabling, enabling again, and the offer after each sign-in.
@MainActor struct BiometricsOnAgainTests {
    private let device = Device()

    @Test("C6 biometrics-only unlock can be disabled and enabled without a passcode")
    func biometricsOnlyUnlockCanBeDisabledWithoutAPasscode() async {
        let app = await device.guarded()
        let settings = PasscodeSettingsModel(app.model, texts: .english)
        await settings.setBiometrics(false)
        #expect(!settings.isBiometricEnabled && settings.biometrics == .fingerprint && app.lock.protection == .open)
        #expect(!app.model.shouldOfferBiometrics, "the user has decided")
        await settings.setBiometrics(true)
        #expect(settings.isBiometricEnabled && settings.question == nil && settings.message == nil)
        #expect(app.model.state == .ready && app.lock.protection == .biometricsOnly)
        let next = await device.launched(.signInAgain)
        await until { next.model.state == .ready && next.model.confirmation != nil }
        #expect(await next.model.confirmed() == .confirmed)
        #expect(await next.model.lockNow() == .here)
        #expect(await next.model.unlockWithBiometrics() == .unlocked)
    }

    @Test("C6 disabled biometrics-only unlock is offered after the next sign-in")
    func disabledBiometricsOnlyUnlockIsOfferedAtSignIn() async {
        let app = await device.guarded()
        #expect(await app.model.setBiometric(enabled: false) == .done)
        let next = await device.launched(.signInAgain)
        await next.signIn()
        #expect(next.model.state == .offeringPasscodeSetup && next.model.canUseBiometricsOnly)
        #expect(await next.model.useBiometricsOnly() == .done)
        let last = await device.launched(.signInAgain)
        await until { last.model.state == .ready }
    }

    @Test("C16 biometrics-only unlock is not offered once app data is sealed")
    func biometricsOnlyUnlockIsNotOfferedWithSealedData() async throws {
        let app = await device.guarded()
        #expect(await app.model.setBiometric(enabled: false) == .done)
        #expect(throws: VaultError.passcodeNeeded) { try app.lock.vault.seal(Data("note".utf8), for: "note") }
        let next = await device.launched(.signInAgain)
        await next.signIn()
        #expect(await next.model.setUpLater() == nil)
        let note = try next.lock.vault.seal(Data("note".utf8), for: "note")
        #expect(!next.model.canUseBiometricsOnly && !next.model.shouldOfferBiometrics)
        #expect(PasscodeSettingsModel(next.model, texts: .english).biometrics == nil)
        #expect(await next.model.useBiometricsOnly() == .notNow)
        #expect(await next.model.setBiometric(enabled: true) == .passcodeNeeded)
        #expect(next.lock.protection == .open && next.reads(note))
    }

    @Test("C6 C16 without sealed data biometrics are offered after each sign-in")
    func withoutSealedDataBiometricsAreOfferedAfterEachSignIn() async {
        var device = device
        device.sealsWithoutPasscode = false
        let app = await device.launched(.signInAgain)
        await app.signIn()
        #expect(await app.model.setUpLater() == nil)
        #expect(throws: VaultError.passcodeNeeded) { try app.lock.vault.seal(Data("note".utf8), for: "note") }
        #expect(app.model.shouldOfferBiometrics)
        app.model.declineBiometrics()
        #expect(!app.model.shouldOfferBiometrics && app.model.canUseBiometricsOnly)
        let next = await device.launched(.signInAgain)
        #expect(next.model.state == .signedOut && !next.model.shouldOfferBiometrics)
        await next.signIn()
        #expect(next.model.state == .ready && next.model.shouldOfferBiometrics)
        #expect(await next.model.setBiometric(enabled: true) == .done)
        #expect(next.lock.protection == .biometricsOnly && !next.model.shouldOfferBiometrics)
        let last = await device.launched(.signInAgain)
        await until { last.model.state == .ready }
    }

    @Test func biometricsDeclinedInTheOfferAreNotOfferedOnceMore() async {
        var device = device
        device.sealsWithoutPasscode = false
        let app = await device.launched(.signInAgain)
        await app.signIn()
        let offer = PasscodeOfferModel(app.model, texts: .english)
        await offer.setUpLater()
        #expect(offer.step == .biometrics(.fingerprint))
        await offer.declineBiometrics()
        #expect(app.model.state == .ready && !app.model.shouldOfferBiometrics)
    }

    @Test("C6 forbidden biometrics cannot be enabled without a passcode")
    func forbiddenBiometricsCannotBeEnabledWithoutAPasscode() async {
        let app = await device.guarded()
        #expect(await app.model.setBiometric(enabled: false) == .done)
        app.model.keptPolicy.biometricsAllowed = false
        app.model.user?.policy.biometricsAllowed = false
        #expect(!app.model.canUseBiometricsOnly)
        #expect(await app.model.setBiometric(enabled: true) == .notNow)
        #expect(await app.model.useBiometricsOnly() == .notNow)
    }
}
