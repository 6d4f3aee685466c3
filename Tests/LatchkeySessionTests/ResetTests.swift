import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// A passcode reset by email, before or after sign-in, which keeps the vault readable.
@MainActor struct ResetTests {
    private let device = Device()

    @Test("C8 an email reset while signed in keeps sealed data")
    func anEmailResetWhileSignedInKeepsSealedData() async throws {
        let (app, note) = await device.ready()
        await app.model.signInAgain()
        await app.signIn()
        let proof = SignInProof.code("reset", email: "ada@example.org")
        #expect(await app.model.resetPasscode(with: proof, to: .test("111111")) == .rejected(.popular))
        #expect(await app.model.resetPasscode(with: .link(token: "wrong"), to: .other) == .failed(.api(.invalidCode)))
        #expect(await app.model.resetPasscode(with: proof, to: .other) == .done)
        #expect(app.model.state == .ready && app.reads(note))
        let failures = try await app.lock.vault.attempts().failures
        #expect(failures == 0, "the new passcode is not tried on the old slot")
    }

    @Test("C8 one email resets the passcode at the lock screen")
    func oneEmailResetsThePasscodeAtTheLockScreen() async {
        let (_, note) = await device.ready(biometrics: true)
        await device.reader.failNext(with: .userCanceled)
        let app = await device.launched()
        await device.server.forgetCalls()
        let proof = SignInProof.code("reset", email: "ada@example.org")
        #expect(await app.model.resetPasscode(with: proof, to: .other) == .done)
        #expect(await device.server.calls == ["reset"], "no second email, and no sign-in")
        #expect(app.model.state == .ready && app.model.notice == .passcodeReset && app.reads(note))
        app.model.dismissNotice()
        #expect(app.model.notice == nil)
        let next = await device.launched()
        #expect(await next.model.unlock(with: .other) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
        #expect(next.reads(note))
    }

    @Test func theResetNoticeIsShownUntilTheNextLock() async {
        let (app, _) = await device.ready()
        let proof = SignInProof.code("reset", email: "ada@example.org")
        #expect(await app.model.resetPasscode(with: proof, to: .other) == .done)
        #expect(await app.model.setBiometric(enabled: true, confirming: .other) == .done)
        #expect(app.model.notice == .passcodeReset)
        app.lock.requireLock()
        #expect(app.model.notice == nil)
        #expect(await app.model.unlockWithBiometrics() == .unlocked)
        #expect(app.model.state == .ready && app.model.notice == nil)
    }

    @Test("C8 only a fresh external login token resets the passcode")
    func onlyAFreshExternalLoginTokenResetsThePasscode() async {
        let (_, note) = await device.ready()
        let app = await device.launched()
        await device.server.forgetCalls()
        let stale = SignInProof.idToken("ada@example.org")
        #expect(await app.model.resetPasscode(with: stale, to: .test("111111")) == .rejected(.popular))
        #expect(await device.server.calls == [], "the token is not spent on a passcode that this device rejects")
        #expect(await app.model.resetPasscode(with: stale, to: .other) == .failed(.api(.invalidToken)))
        #expect(app.model.state == .locked && !app.reads(note))
        await device.server.failNext(with: .temporarilyUnavailable(retryAfter: .seconds(5)))
        let fresh = SignInProof.idToken("fresh ada@example.org")
        let outcome = await app.model.resetPasscode(with: fresh, to: .other)
        #expect(outcome == .failed(.api(.temporarilyUnavailable(retryAfter: .seconds(5)))))
        #expect(await app.model.resetPasscode(with: fresh, to: .other) == .done)
        #expect(app.model.state == .ready && app.reads(note) && app.model.notice == .passcodeReset)
    }

    @Test("C8 emailed reset code sets the passcode and signs in")
    func emailedResetCodeSetsThePasscodeAndSignsIn() async {
        let (app, note) = await device.ready()
        await device.server.endSessions()
        app.lock.requireLock()
        _ = await app.model.unlock(with: .right)
        #expect(await app.model.confirmed() == .sessionEnded)
        let proof = SignInProof.code("reset", email: "ada@example.org")
        #expect(await app.model.resetPasscode(with: proof, to: .other) == .done)
        #expect(app.model.state == .ready && app.reads(note))
    }

    @Test func resetOfAnotherAccountIsRejectedOnThisDevice() async {
        let (app, note) = await device.ready()
        await device.server.addAccount("eve@example.org")
        await device.server.change("eve@example.org") { ($0.passcode, $0.isEnabled) = ("481920", true) }
        app.lock.requireLock()
        let proof = SignInProof.code("reset", email: "eve@example.org")
        #expect(await app.model.resetPasscode(with: proof, to: .other) == .failed(.otherAccount))
        #expect(app.model.state == .locked && !app.reads(note))
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
    }

    @Test("C5 after a lock during a reset the new passcode unlocks")
    func afterALockDuringAResetTheNewPasscodeUnlocks() async {
        let (_, note) = await device.ready()
        let app = await device.launched()
        let model = app.model
        await device.server.setOnCall { call in if call == "reset" { _ = await model.lockNow() } }
        let proof = SignInProof.code("reset", email: "ada@example.org")
        #expect(await app.model.resetPasscode(with: proof, to: .other) == .pendingHere(.superseded))
        #expect(app.model.state == .locked && app.lock.vault.isLocked)
        await device.server.setOnCall { _ in }
        #expect(await app.model.unlock(with: .other) == .unlocked)
        #expect(app.model.state == .ready && app.reads(note))
    }

    @Test("C8 the former passcode opens a vault the account key cannot")
    func theFormerPasscodeOpensAVaultTheAccountKeyCannot() async {
        let (app, note) = await device.ready()
        let key = Data(repeating: 9, count: 32).base64EncodedString()
        await device.server.change(endsSessions: true) { account in
            (account.passcode, account.recoveryKey) = ("730416", key)
        }
        await app.model.signInAgain()
        await app.signIn()
        #expect(await app.model.unlock(with: .other) == .failed(.formerPasscodeNeeded))
        #expect(app.model.state == .locked && app.lock.vault.isLocked)
        #expect(await app.model.openVault(knownAs: .wrong, now: .other) == .wrong(remaining: 8))
        #expect(app.model.state == .locked)
        #expect(await app.model.openVault(knownAs: .right, now: .other) == .unlocked)
        #expect(app.model.state == .ready && app.reads(note))
        await app.model.signInAgain()
        await app.signIn()
        let proof = SignInProof.code("reset", email: "ada@example.org")
        #expect(await app.model.resetPasscode(with: proof, to: .right) == .done, "by the new recovery slot")
        #expect(app.reads(note))
    }

    @Test func requiredResetIsReportedWhenUnlocking() async {
        _ = await device.ready()
        await device.server.change(endsSessions: true) { $0.isResetRequired = true }
        let app = await device.launched()
        _ = await app.model.unlock(with: .right)
        #expect(await app.model.confirmed() == .sessionEnded)
        await app.signIn()
        #expect(await app.model.unlock(with: .right) == .failed(.api(.passcodeResetRequired)))
        let proof = SignInProof.code("reset", email: "ada@example.org")
        #expect(await app.model.resetPasscode(with: proof, to: .other) == .done)
    }
}
