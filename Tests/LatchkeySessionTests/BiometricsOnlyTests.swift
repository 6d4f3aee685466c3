import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// Biometrics without a passcode.
@MainActor struct BiometricsOnlyTests {
    private let device = Device()

    @Test("C6 biometrics alone restore the session at launch")
    func biometricsAloneRestoreTheSessionAtLaunch() async throws {
        let app = await device.launched(.signInAgain)
        #expect(!app.model.canUseBiometricsOnly)
        await app.signIn()
        #expect(app.model.canUseBiometricsOnly)
        #expect(await app.model.useBiometricsOnly() == .done)
        #expect(app.model.state == .ready && app.lock.protection == .biometricsOnly)
        _ = try await app.call().get()
        await device.server.forgetCalls()
        let next = await device.launched(.signInAgain)
        await until { next.model.state == .ready && next.model.confirmation != nil }
        #expect(await next.model.confirmed() == .confirmed)
        #expect(await device.server.calls == ["refresh"])
        _ = try await next.call().get()
    }

    @Test("C1 C6 nothing opens without a biometric match")
    func nothingOpensWithoutABiometricMatch() async throws {
        _ = await device.guarded()
        await device.reader.failNext(with: .userCanceled)
        let next = await device.launched(.signInAgain)
        await until { next.lock.state.prompt == nil }
        await until { next.model.state == .signedOut }
        #expect(next.lock.vault.isLocked)
        #expect(await next.call() == .failure(.signedOut))
        #expect(await next.model.unlock(with: .right) == .noPasscode)
        #expect(await next.signIn() == .signedIn)
        #expect(next.model.state == .offeringPasscodeSetup && next.lock.protection == .absent)
        #expect(await next.model.useBiometricsOnly() == .done)
    }

    @Test("C6 a former session's unlock cannot seal a new session's tokens")
    func aFormerSessionsUnlockCannotSealANewSessionsTokens() async {
        _ = await device.guarded()
        await device.reader.failNext(with: .userCanceled)
        let storage = ClosableStorage(device.storage)
        let next = device.app(on: storage, .signInAgain)
        await next.launch()
        await until { next.model.state == .signedOut }
        let phase = LockedValue(SessionState.Phase.signedIn)
        await storage.interrupt(at: "latchkey.vault") {
            let current = await next.model.phase
            phase.withLock { $0 = current }
        }
        #expect(await next.signIn() == .signedIn)
        #expect(phase.withLock { $0 } == .signedOut)
    }

    @Test("C6 a cancelled prompt is shown again at the next launch")
    func aCancelledPromptIsShownAgainAtTheNextLaunch() async {
        _ = await device.guarded()
        await device.reader.failNext(with: .userCanceled)
        let next = await device.launched(.signInAgain)
        await until { next.model.state == .signedOut }
        // After a return from another app, the prompt is shown again.
        await next.lifecycle.simulate(.background)
        await next.lifecycle.simulate(.active)
        await until { next.model.state == .ready }
        let last = await device.launched(.signInAgain)
        await until { last.model.state == .ready }
    }

    @Test("C6 cancelling before the session is read requires sign-in")
    func cancellingBeforeTheSessionIsReadRequiresSignIn() async {
        _ = await device.guarded()
        await device.reader.failNext(with: .userCanceled)
        let next = device.app(.signInAgain)
        await next.lock.start()
        await next.manager.start()
        await until { next.lock.promptOutcome == .cancelled }
        await next.model.start()
        #expect(next.model.state == .signedOut)
    }

    /// Relaunches the app with its prompt shown, which makes the app inactive, as on a phone.
    private func asked() async -> (App, GatedReader) {
        _ = await device.guarded()
        let reader = GatedReader(heedsCancellation: false)
        let next = device.app(.signInAgain, reader: reader)
        await next.launch()
        await reader.waitUntilPrompted(1)
        await next.lifecycle.simulate(.inactive)
        return (next, reader)
    }

    @Test("C6 cancelling a prompt that deactivates the app requires sign-in")
    func cancellingAPromptThatDeactivatesTheAppRequiresSignIn() async {
        let (app, reader) = await asked()
        reader.respond(.rejected(.userCanceled))
        await app.lock.promptIsDown()
        #expect(app.model.state == .signedOut)
    }

    @Test(
        "C6 a prompt dismissed by system or app is not cancelled",
        arguments: [BiometricAuthError.systemCanceled, .appCanceled])
    func aPromptDismissedBySystemOrAppIsNotCancelled(error: BiometricAuthError) async {
        let (app, reader) = await asked()
        reader.respond(.rejected(error))
        await app.lock.promptIsDown()
        #expect(app.model.state == .locked && app.lock.promptOutcome == .notPrompted)
    }

    @Test("C6 leaving during the prompt does not lead to sign-in")
    func leavingDuringThePromptDoesNotLeadToSignIn() async {
        let (app, reader) = await asked()
        await app.lifecycle.simulate(.background)
        await app.lifecycle.simulate(.inactive)
        reader.respond(.rejected(.userCanceled))
        await app.lock.promptIsDown()
        #expect(app.model.state == .locked)
    }

    @Test("C6 failed biometric match is not a cancellation")
    func failedBiometricMatchIsNotACancellation() async {
        _ = await device.guarded()
        await device.reader.failNext(with: .authenticationFailed)
        let next = await device.launched(.signInAgain)
        await until { next.lock.promptOutcome != nil }
        #expect(next.model.state == .locked)
    }

    @Test("C1 after a manual lock biometrics unlock only on request")
    func afterAManualLockBiometricsUnlockOnlyOnRequest() async {
        let app = await device.guarded()
        #expect(await app.model.lockNow() == .here)
        #expect(app.model.state == .locked && app.lock.vault.isLocked && app.lock.state.prompt == nil)
        #expect(await app.model.unlockWithBiometrics() == .unlocked)
        #expect(app.model.state == .ready)
    }

    @Test("C6 a changed biometric enrolment requires a new sign-in")
    func aChangedBiometricEnrolmentRequiresANewSignIn() async throws {
        _ = await device.guarded()
        // Simulates the system, which deletes the item after a change of enrolment.
        try await device.storage.delete(for: "latchkey.biometric")
        let next = await device.launched(.signInAgain)
        #expect(next.model.state == .signedOut && next.lock.vault.isLocked)
        #expect(await next.signIn() == .signedIn)
        #expect(next.model.state == .offeringPasscodeSetup)
        #expect(await next.model.setPasscode(.right) == .done)
    }

    @Test("C16 signing in again erases no app data")
    func signingInAgainErasesNoAppData() async throws {
        let app = await device.guarded()
        #expect(throws: VaultError.passcodeNeeded) { try app.lock.vault.seal(Data("note".utf8), for: "note") }
        await device.reader.failNext(with: .userCanceled)
        let next = await device.launched(.signInAgain)
        await until { next.model.state == .signedOut }
        await next.signIn()
        #expect(await next.model.setPasscode(.right) == .done)
        let note = try next.lock.vault.seal(Data("note".utf8), for: "note")
        await next.model.signInAgain()
        await next.signIn()
        #expect(await next.model.unlock(with: .right) == .unlocked && next.reads(note))
    }

    @Test func biometricsOnlyVaultAllowsAnotherAccountToSignIn() async {
        let app = await device.guarded()
        await app.model.signInAgain()
        await device.server.addAccount("eve@example.org")
        #expect(await app.signIn("eve@example.org") == .signedIn)
        #expect(await app.model.useBiometricsOnly() == .done)
    }

    @Test func disablingBiometricsKeepsTheSessionUntilTheNextLaunch() async throws {
        let app = await device.guarded()
        #expect(await app.model.setBiometric(enabled: false) == .done)
        #expect(app.model.state == .ready && app.lock.protection == .open)
        _ = try await app.call().get()
        #expect(try await !device.storage.exists(for: "latchkey.biometric"))
        #expect(await device.launched(.signInAgain).model.state == .signedOut)
    }

    @Test func passcodeCanBeSetInAdditionToBiometrics() async throws {
        let app = await device.guarded()
        let token = try app.lock.vault.sealReplaceable(Data("note".utf8), for: "note")
        #expect(await app.model.setPasscode(.right) == .done)
        #expect(app.lock.protection == .passcode(biometrics: true) && app.reads(token))
        let next = await device.launched(.signInAgain)
        await until { next.model.state == .ready }
        #expect(await next.model.unlock(with: .wrong) == .wrong(remaining: 9))
        next.lock.requireLock()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(next.reads(token))
    }

    @Test("C1 a match still requires a passcode set on another device")
    func aMatchStillRequiresAPasscodeSetOnAnotherDevice() async {
        _ = await device.guarded()
        await device.server.change { account in (account.passcode, account.isEnabled) = ("481920", true) }
        let next = await device.launched(.signInAgain)
        await until { next.model.notice == .passcodeNeeded && next.model.state == .locked }
        await until { next.model.phase == .unverified }
        #expect(next.lock.vault.isLocked)
        #expect(await next.model.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(next.model.state == .ready && next.lock.protection == .passcode(biometrics: false))
    }

    @Test func aCallRejectedAsLockedRequiresTheNewPasscode() async {
        let app = await device.guarded()
        await device.server.change { account in (account.passcode, account.isEnabled) = ("481920", true) }
        await device.server.lockSessions(manually: true)
        await #expect(throws: SessionError.api(.locked)) { _ = try await app.model.sessions() }
        #expect(app.model.state == .locked && app.lock.vault.isLocked)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.model.state == .ready)
    }

    @Test func biometricsOnlyProtectionIsUnavailableWithoutAReader() async {
        await device.reader.setState(.failure(.notEnrolled))
        let app = await device.launched()
        await app.signIn()
        #expect(!app.model.canUseBiometricsOnly)
        #expect(await app.model.useBiometricsOnly() == .unavailable(.notEnrolled))
        #expect(app.model.state == .offeringPasscodeSetup && app.lock.protection == .absent)
        #expect(await app.model.setUpLater() == nil)
        #expect(await app.model.useBiometricsOnly() == .notNow)
    }

    @Test("C8 a crash after any write is recoverable", arguments: 0..<12)
    func aCrashAfterAnyWriteIsRecoverable(writes: Int) async throws {
        let storage = CrashingSecureStorage(device.storage, afterWrites: writes)
        let app = device.app(on: storage, .signInAgain)
        await app.launch()
        await app.signIn()
        _ = await app.model.useBiometricsOnly()
        _ = await app.model.setBiometric(enabled: false)
        let next = await device.launched(.signInAgain)
        await until { next.lock.state.prompt == nil }
        _ = await next.model.confirmed()
        if next.model.state == .signedOut { #expect(await next.signIn() == .signedIn) }
        if next.model.canUseBiometricsOnly { #expect(await next.model.useBiometricsOnly() == .done) }
        // If biometrics were already disabled, the vault is open.
        if next.model.state == .offeringPasscodeSetup { #expect(await next.model.setUpLater() == nil) }
        #expect(next.model.state == .ready)
        _ = try await next.call().get()
    }
}
