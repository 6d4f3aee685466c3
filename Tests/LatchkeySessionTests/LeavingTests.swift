import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// Manual lock, biometrics, and sign-out.
@MainActor struct LeavingTests {
    private let device = Device()

    @Test("C11 after a manual lock only the passcode unlocks")
    func afterAManualLockOnlyThePasscodeUnlocks() async {
        let (app, _) = await device.ready(biometrics: true)
        #expect(await app.model.lockNow() == .everywhere)
        #expect(app.model.state == .locked)
        #expect(await app.model.unlockWithBiometrics() == .passcodeNeeded)
        let next = await device.launched()
        #expect(next.model.state == .locked && next.lock.state.prompt == nil)
        #expect(await next.model.unlockWithBiometrics() == .passcodeNeeded)
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
        #expect(await device.server.sessions.values.allSatisfy { !$0.isLocked })
        next.lock.requireLock()
        #expect(await next.model.unlockWithBiometrics() == .unlocked, "the passcode was given since")
    }

    @Test func lockingManuallyOfflineLocksHere() async {
        let (app, _) = await device.ready()
        await device.server.setOffline(true)
        #expect(await app.model.lockNow() == .here)
        #expect(app.model.state == .locked && app.lock.vault.isLocked)
    }

    @Test func manualLockRequiresAPasscode() async {
        let app = await device.launched()
        await app.signIn()
        _ = await app.model.setUpLater()
        #expect(await app.model.lockNow() == .noPasscode)
        #expect(app.model.state == .ready)
    }

    @Test("C5 manual lock during server verification wins")
    func manualLockDuringServerVerificationWins() async {
        await device.server.change {
            $0.passcode = "481920"
            $0.isEnabled = true
        }
        let app = await device.launched()
        await app.signIn()
        let model = app.model
        await device.server.setOnCall { call in if call == "verify" { _ = await model.lockNow() } }
        #expect(await app.model.unlock(with: .right) == .superseded)
        #expect(app.model.state == .locked)
        await device.server.setOnCall { _ in }
        #expect(await app.model.unlock(with: .right) == .unlocked)
    }

    @Test("C5 a lock while the first passcode is stored takes effect", arguments: [true, false])
    func aLockWhileTheFirstPasscodeIsStoredTakesEffect(isManual: Bool) async {
        let storage = ClosableStorage(device.storage)
        let app = device.app(on: storage)
        await app.launch()
        await app.signIn()
        let (model, lifecycle) = (app.model, app.lifecycle)
        await storage.interrupt(at: "latchkey.attempts") {
            if isManual { _ = await model.lockNow() } else { await lifecycle.simulateDeviceLock() }
        }
        #expect(await app.model.setPasscode(.right) == .pendingHere(.superseded))
        #expect(await !storage.isArmed)
        #expect(app.model.state == .locked && app.lock.vault.isLocked)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.model.state == .ready)
    }

    @Test func waitingTasksResumeOnUnlockAndEndOnCancellation() async throws {
        let app = await device.launched(.signInAgain)
        let waiting = Task { try await app.model.opened() }
        let cancelled = Task { try await app.model.opened() }
        await app.signIn()
        #expect(app.model.state == .offeringPasscodeSetup)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(await app.model.setPasscode(.right) == .done)
        try await waiting.value
        app.lock.requireLock()
        let locked = Task { try await app.model.opened() }
        for _ in 0..<100 { await Task.yield() }
        #expect(app.model.state == .locked)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        try await locked.value
    }

    @Test("C11 the app prompts for enabled biometrics at launch")
    func theAppPromptsForEnabledBiometricsAtLaunch() async {
        _ = await device.ready(biometrics: true)
        await device.server.forgetCalls()
        let app = await device.launched()
        await until { app.model.state == .ready }
        await until { app.model.confirmation != nil }
        #expect(await app.model.confirmed() == .confirmed)
        #expect(await device.server.calls == ["refresh"])
    }

    @Test("C6 cancelling at launch stays locked and costs no attempt")
    func cancellingAtLaunchStaysLockedAndCostsNoAttempt() async throws {
        _ = await device.ready(biometrics: true)
        await device.reader.failNext(with: .userCanceled)
        let app = await device.launched()
        await until { app.lock.state.prompt == nil }
        #expect(app.model.state == .locked)
        #expect(try await app.lock.vault.attempts().failures == 0)
        #expect(await app.model.unlockWithBiometrics() == .unlocked)
    }

    @Test func aSessionLockedOrEndedElsewhereLocksAfterAMatch() async {
        _ = await device.ready(biometrics: true)
        await device.server.lockSessions(manually: true)
        let app = await device.launched()
        await until { app.model.notice == .passcodeNeeded }
        #expect(app.model.state == .locked)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        await device.server.endSessions()
        let next = await device.launched()
        await until { next.model.state == .signedOut }
        #expect(next.lock.vault.isLocked)
    }

    @Test func biometricsAreOfferedAfterSigningInUntilDeclined() async {
        let app = await device.launched()
        await app.signIn()
        #expect(!app.model.shouldOfferBiometrics, "there is no passcode yet")
        _ = await app.model.setPasscode(.right)
        #expect(app.model.shouldOfferBiometrics)
        app.model.declineBiometrics()
        #expect(!app.model.shouldOfferBiometrics)
        #expect(await app.model.setBiometric(enabled: true, confirming: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(await app.model.setBiometric(enabled: true, confirming: .right) == .done)
        #expect(await app.model.setBiometric(enabled: false) == .done)
        app.lock.requireLock()
        #expect(await app.model.setBiometric(enabled: true, confirming: .right) == .notNow)
    }

    @Test func biometricsAreNotOfferedAtEveryLaunch() async {
        let (app, _) = await device.ready()
        #expect(app.model.shouldOfferBiometrics)
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(next.model.state == .ready && !next.model.shouldOfferBiometrics)
    }

    @Test func unavailableBiometricsAreNotOffered() async {
        await device.reader.setState(.failure(.notEnrolled))
        let (app, _) = await device.ready()
        #expect(!app.model.shouldOfferBiometrics)
    }

    @Test("NIST-5.1-11 signing out erases local data")
    func signingOutErasesLocalData() async throws {
        let (app, note) = await device.ready(biometrics: true)
        #expect(await app.model.signOut() == nil)
        #expect(app.model.state == .signedOut && app.model.user == nil)
        await app.model.logout?.value
        #expect(await device.server.sessions.isEmpty)
        for key in Self.keys { #expect(try await !device.storage.exists(for: key), "\(key)") }
        await app.signIn()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.model.state == .ready && !app.reads(note))
        #expect(!app.lock.isBiometricEnabled && app.model.shouldOfferBiometrics, "off until it is turned on again")
    }

    @Test func signingOutOfflineErasesLocalData() async throws {
        let (app, _) = await device.ready()
        await device.server.setOffline(true)
        #expect(await app.model.signOut() == nil)
        await app.model.logout?.value
        #expect(app.model.state == .signedOut)
        for key in Self.keys { #expect(try await !device.storage.exists(for: key), "\(key)") }
    }

    @Test func signingOutFromTheLockScreenErasesLocalData() async throws {
        _ = await device.ready()
        let app = await device.launched()
        #expect(await app.model.signOut() == nil)
        #expect(app.model.state == .signedOut)
        for key in Self.keys { #expect(try await !device.storage.exists(for: key), "\(key)") }
    }

    static let keys = [
        "latchkey.session", "latchkey.vault", "latchkey.attempts", "latchkey.device-secret", "latchkey.biometric",
    ]
}
