import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import Testing

@testable import LatchkeySession

/// Server responses about a session, and an unreachable server.
@MainActor struct ServerTests {
    private let device = Device()

    @Test func offlineUnlockRequiresOnlyTheLocalSlot() async {
        let (_, note) = await device.ready()
        await device.server.setOffline(true)
        let app = await device.launched()
        #expect(await app.model.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .unconfirmed(.api(.offline)))
        #expect(app.model.state == .ready && app.reads(note))
    }

    @Test func changingEnablingAndDisablingAreRejectedOffline() async {
        let (app, note) = await device.ready()
        await device.server.setOffline(true)
        #expect(await app.model.changePasscode(from: .right, to: .other) == .failed(.api(.offline)))
        #expect(await app.model.disablePasscode(confirming: .right) == .failed(.api(.offline)))
        #expect(app.model.state == .ready)
        let next = await device.launched()
        #expect(await next.model.unlock(with: .other) == .wrong(remaining: 9), "nothing was changed here")
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(next.reads(note))
        await device.server.setOffline(false)
        #expect(await next.model.disablePasscode(confirming: .right) == .done)
        await device.server.setOffline(true)
        #expect(await next.model.enablePasscode(.right) == .failed(.api(.offline)))
        #expect(!next.lock.isPasscodeEnabled)
    }

    @Test func settingTheFirstPasscodeIsRejectedOffline() async {
        let app = await device.launched()
        await app.signIn()
        await device.server.setOffline(true)
        #expect(await app.model.setPasscode(.right) == .failed(.api(.offline)))
        #expect(app.model.state == .offeringPasscodeSetup)
    }

    @Test func retryCompletesAFirstPasscodeAfterALostResponse() async {
        let app = await device.launched()
        await app.signIn()
        await device.server.change {
            ($0.passcode, $0.isEnabled) = (Passcode.right.digits, true)
        }
        await device.server.lockSessions(manually: true)
        #expect(await app.model.setPasscode(.other) == .notConfirmed(.wrong(remaining: 9)), "another code than was set")
        #expect(app.model.state == .offeringPasscodeSetup)
        #expect(await app.model.setPasscode(.right) == .done)
        #expect(app.model.state == .ready)
    }

    @Test func sessionLockedElsewhereLocksTheApp() async {
        let (app, note) = await device.ready()
        await device.server.lockSessions(manually: true)
        #expect(await app.model.changePasscode(from: .right, to: .other) == .notNow)
        #expect(app.model.state == .locked)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        _ = await app.model.confirmed()
        #expect(await app.model.changePasscode(from: .right, to: .other) == .done)
        #expect(app.reads(note))
    }

    @Test("ASVS-6.2.2 changing a passcode changes it on server and device")
    func changingAPasscodeChangesItOnServerAndDevice() async {
        let (app, note) = await device.ready()
        #expect(await app.model.changePasscode(from: .wrong, to: .other) == .notConfirmed(.wrong(remaining: 9)))
        #expect(await app.model.changePasscode(from: .right, to: .test("111111")) == .rejected(.popular))
        #expect(await app.model.changePasscode(from: .right, to: .right) == .reused)
        #expect(app.model.state == .ready, "a wrong current passcode locks nothing")
        #expect(await app.model.changePasscode(from: .right, to: .other) == .done)
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .wrong(remaining: 9))
        #expect(await next.model.unlock(with: .other) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
        #expect(next.reads(note))
    }

    @Test func aPasscodeIsDisabledAndEnabledAgain() async {
        let (app, note) = await device.ready()
        #expect(await app.model.disablePasscode(confirming: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(await app.model.disablePasscode(confirming: .right) == .done)
        #expect(app.model.state == .ready && !app.lock.isPasscodeEnabled && app.reads(note))
        #expect(await app.model.enablePasscode(.wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(app.model.state == .ready)
        #expect(await app.model.enablePasscode(.right) == .done)
        #expect(app.lock.isPasscodeEnabled && app.reads(note))
        #expect(await device.launched().model.state == .locked)
    }

    @Test("C8 a 403 keeps the app locked until the new passcode")
    func a403KeepsTheAppLockedUntilTheNewPasscode() async {
        let (_, note) = await device.ready(biometrics: true)
        await device.server.change { $0.passcode = "730416" }
        let app = await device.launched()
        #expect(await app.model.unlock(with: .right) == .superseded)
        #expect(await app.model.confirmed() == .passcodeNeeded)
        #expect(app.model.state == .locked && !app.reads(note) && app.lock.vault.isLocked)
        #expect(app.model.notice == .passcodeChanged)
        #expect(await app.model.unlockWithBiometrics() == .passcodeNeeded)
        #expect(await app.model.unlock(with: .right) == .wrong(remaining: 8), "the old one opens no more")
        #expect(app.lock.vault.isLocked)
        await device.server.setOffline(true)
        #expect(await app.model.unlock(with: .other) == .failed(.api(.offline)))
        await device.server.setOffline(false)
        #expect(await app.model.unlock(with: .other) == .unlocked)
        #expect(app.model.state == .ready && app.reads(note) && app.model.notice == nil)
        let next = await device.launched()
        #expect(await next.model.unlock(with: .other) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
    }

    @Test("C8 a passcode rejected by the server stays rejected after relaunch")
    func aPasscodeRejectedByTheServerStaysRejectedAfterRelaunch() async {
        let (app, note) = await device.ready()
        await device.server.change { $0.passcode = "730416" }
        app.lock.requireLock()
        #expect(await app.model.unlock(with: .right) == .superseded)
        #expect(await app.model.confirmed() == .passcodeNeeded)
        let next = await device.launched()
        #expect(next.model.state == .signedOut)
        #expect(await next.model.unlock(with: .right) == .failed(.signedOut))
        await next.signIn()
        #expect(await next.model.unlock(with: .other) == .unlocked)
        #expect(next.reads(note))
    }

    @Test("C8 a 401 deletes the tokens but keeps the locked vault")
    func a401DeletesTheTokensButKeepsTheLockedVault() async throws {
        let (_, note) = await device.ready()
        await device.server.endSessions()
        let app = await device.launched()
        #expect(await app.model.unlock(with: .right) == .failed(.ended))
        #expect(await app.model.confirmed() == .sessionEnded)
        #expect(app.model.state == .signedOut && app.lock.vault.isLocked)
        #expect(app.model.notice == .sessionEnded)
        #expect(try await app.auth.store.load()?.sealedRefreshToken == nil)
        let next = await device.launched()
        #expect(next.model.state == .signedOut)
        await next.signIn()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(next.reads(note))
    }

    @Test func revocationDuringACallSignsOutButKeepsTheVault() async {
        let (app, note) = await device.ready()
        await device.server.endSessions()
        let result: Result<Void, SessionError>
        do {
            try await app.model.perform { token async throws(APIError) in
                try await device.server.lock(accessToken: token)
            }
            result = .success(())
        } catch { result = .failure(error) }
        guard case .failure(.ended) = result else {
            Issue.record("not ended")
            return
        }
        #expect(app.model.state == .signedOut)
        await app.signIn()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.reads(note))
    }

    @Test func newDeviceStaysLockedUntilTheServerVerifiesThePasscode() async {
        await device.server.change {
            $0.passcode = "481920"
            $0.isEnabled = true
        }
        let app = await device.launched()
        await app.signIn()
        #expect(app.model.state == .locked && app.lock.protection == .absent)
        #expect(await app.call() == .failure(.locked))
        #expect(await app.model.unlock(with: .wrong) == .wrong(remaining: 9))
        await device.server.setOffline(true)
        #expect(await app.model.unlock(with: .right) == .failed(.api(.offline)))
        #expect(app.model.state == .locked && app.lock.protection == .absent)
        await device.server.setOffline(false)
        await device.server.expireAccessTokens()
        #expect(await app.model.unlock(with: .right) == .unlocked, "the tokens are renewed in memory")
        #expect(app.model.state == .ready && app.lock.protection == .passcode(biometrics: false))
        await device.server.setOffline(true)
        let next = await device.launched()
        #expect(next.model.state == .locked)
        #expect(await next.model.unlock(with: .right) == .unlocked, "the slots were made")
    }

    @Test func newDeviceStoresNoSessionBeforePasscodeVerification() async {
        await device.server.change {
            $0.passcode = "481920"
            $0.isEnabled = true
        }
        await device.launched().signIn()
        #expect(await device.launched().model.state == .signedOut)
    }

    @Test("NIST-3.1.1.2-8 ASVS-6.2.10 passcode older than the policy remains valid")
    func passcodeOlderThanThePolicyRemainsValid() async {
        await device.server.change {
            $0.passcode = "123456"
            $0.isEnabled = true
        }
        let app = await device.launched()
        await app.signIn()
        #expect(await app.model.unlock(with: .test("123456")) == .unlocked)
        #expect(app.model.state == .ready && app.lock.isPasscodeEnabled)
        await device.server.change(endsSessions: true) { $0.passcode = "111111" }
        await app.model.signInAgain()
        await app.signIn()
        #expect(await app.model.unlock(with: .test("111111")) == .unlocked, "by the recovery slot")
        let next = await device.launched()
        #expect(await next.model.unlock(with: .test("111111")) == .unlocked)
    }

    @Test("C8 passcode disabled elsewhere is required only once more")
    func passcodeDisabledElsewhereIsRequiredOnlyOnceMore() async {
        let (app, note) = await device.ready()
        await device.server.change(endsSessions: true) { $0.isEnabled = false }
        app.lock.requireLock()
        #expect(await app.model.unlock(with: .right) == .failed(.ended))
        #expect(await app.model.confirmed() == .sessionEnded)
        await app.signIn()
        #expect(app.model.state == .locked)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.model.state == .ready && !app.lock.isPasscodeEnabled && app.reads(note))
        #expect(await device.launched().model.state == .ready)
    }

    @Test("C1 passcode enabled elsewhere locks the device and its vault")
    func passcodeEnabledElsewhereLocksTheDeviceAndItsVault() async throws {
        let app = await device.launched()
        await app.signIn()
        _ = await app.model.setUpLater()
        let note = try app.lock.vault.seal(Data("note".utf8), for: "note")
        await device.server.change {
            $0.passcode = "481920"
            $0.isEnabled = true
        }
        await device.server.lockSessions(manually: true)
        let next = await device.launched()
        #expect(await next.model.confirmed() == .passcodeNeeded)
        #expect(next.model.state == .locked)
        #expect(next.lock.isLocked && next.lock.vault.isLocked && !next.reads(note))
        await next.model.start()
        #expect(next.lock.vault.isLocked, "reading again does not open it")
        #expect(await next.model.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(next.lock.vault.isLocked)
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(next.lock.isPasscodeEnabled && next.model.state == .ready && next.reads(note))
    }

    @Test("C1 signing in to a passcode-protected account locks the vault")
    func signingInToAPasscodeProtectedAccountLocksTheVault() async throws {
        let app = await device.launched()
        await app.signIn()
        _ = await app.model.setUpLater()
        let note = try app.lock.vault.seal(Data("note".utf8), for: "note")
        await device.server.change(endsSessions: true) {
            $0.passcode = "481920"
            $0.isEnabled = true
        }
        await app.model.signInAgain()
        await app.signIn()
        #expect(app.model.state == .locked && app.lock.isLocked && app.lock.vault.isLocked)
        await app.model.signInAgain()
        await device.server.change { $0.isEnabled = false }
        await app.signIn()
        #expect(app.model.state == .ready && app.reads(note), "no passcode there, and none here")
    }

    @Test("C1 passcode set before signing in also protects the session")
    func passcodeSetBeforeSigningInAlsoProtectsTheSession() async throws {
        let before = device.app()
        await before.launch()
        #expect(await before.lock.setPasscode(.right) == .done)
        let app = await device.launched()
        #expect(app.model.state == .signedOut)
        #expect(await app.signIn() == .signedIn)
        #expect(app.model.state == .locked)
        #expect(try await app.auth.store.load()?.sealedRefreshToken == nil)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        let next = await device.launched()
        #expect(next.model.state == .locked)
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
    }
}
