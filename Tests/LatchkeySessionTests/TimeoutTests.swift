import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import Testing

@testable import LatchkeySession

/// One timeout per account, on the server and in its vaults.
@MainActor struct TimeoutTests {
    private let device = Device()

    private func minutes() async -> Int? { await device.server.accounts["ada@example.org"]?.timeoutMinutes }

    @Test func onlyALongerTimeoutRequiresThePasscode() async {
        let (app, _) = await device.ready()
        #expect(await app.model.setTimeout(.oneMinute) == .done)
        #expect(await minutes() == 1)
        #expect(app.lock.timeout == .oneMinute)
        #expect(await app.model.setTimeout(.fifteenMinutes) == .passcodeNeeded)
        #expect(await app.model.setTimeout(.fifteenMinutes, confirming: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(await minutes() == 1)
        #expect(app.lock.timeout == .oneMinute, "nothing was changed")
        #expect(await app.model.setTimeout(.fifteenMinutes, confirming: .right) == .done)
        #expect(await minutes() == 15)
        #expect(app.lock.timeout == .fifteenMinutes && app.model.user?.passcodeTimeoutMinutes == 15)
    }

    @Test func immediateTimeoutStaysLocalWhileTheServerStoresOneMinute() async {
        let (app, _) = await device.ready()
        #expect(await app.model.setTimeout(.immediately) == .done)
        #expect(await minutes() == 1)
        #expect(app.lock.timeout == .immediately)
        let next = await device.launched()
        _ = await next.model.unlock(with: .right)
        #expect(await next.model.confirmed() == .confirmed)
        #expect(next.lock.timeout == .immediately, "the server's minute does not replace it")
    }

    @Test("C7 extending immediate timeout to one minute requires the passcode")
    func extendingImmediateTimeoutToOneMinuteRequiresThePasscode() async {
        let (app, _) = await device.ready()
        #expect(await app.model.setTimeout(.immediately) == .done)
        #expect(await app.model.setTimeout(.oneMinute) == .passcodeNeeded)
        #expect(await app.model.setTimeout(.oneMinute, confirming: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(app.lock.timeout == .immediately)
        #expect(await app.model.setTimeout(.oneMinute, confirming: .right) == .done)
        #expect(app.lock.timeout == .oneMinute)
    }

    @Test("C7 extending immediate timeout requires the passcode before account data loads")
    func extendingImmediateTimeoutRequiresThePasscodeBeforeAccountDataLoads() async {
        let (app, _) = await device.ready()
        #expect(await app.model.setTimeout(.immediately) == .done)
        await device.server.setOffline(true)
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(next.model.user == nil)
        await device.server.setOffline(false)
        #expect(await next.model.setTimeout(.oneMinute, confirming: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(next.lock.timeout == .immediately)
        #expect(await next.model.setTimeout(.oneMinute, confirming: .right) == .done)
        #expect(next.lock.timeout == .oneMinute)
    }

    @Test func offlineTimeoutChangeIsRejected() async {
        let (app, _) = await device.ready()
        await device.server.setOffline(true)
        #expect(await app.model.setTimeout(.oneMinute) == .failed(.api(.offline)))
        #expect(app.lock.timeout == .fiveMinutes)
        #expect(app.model.state == .ready)
    }

    @Test func timeoutCannotBeChangedWhileLocked() async {
        let (app, _) = await device.ready()
        app.lock.requireLock()
        #expect(await app.model.setTimeout(.oneMinute) == .notNow)
        #expect(await minutes() == 5)
    }

    @Test("C5 timeout change interrupted by a lock applies after unlock")
    func timeoutChangeInterruptedByALockAppliesAfterUnlock() async {
        let (app, _) = await device.ready()
        let lock = app.lock
        await device.server.setOnCall { call in if call == "settings" { await lock.requireLock() } }
        #expect(await app.model.setTimeout(.oneMinute) == .pendingHere(.superseded))
        #expect(app.model.state == .locked)
        await device.server.setOnCall { _ in }
        _ = await app.model.unlock(with: .right)
        #expect(await app.model.confirmed() == .confirmed)
        #expect(app.lock.timeout == .oneMinute)
    }

    @Test(arguments: [false, true])
    func timeoutChangedElsewhereAppliesAfterTheNextUnlock(byMatch: Bool) async {
        let (app, _) = await device.ready(biometrics: byMatch)
        await device.server.change { $0.timeoutMinutes = 60 }
        app.lock.requireLock()
        _ =
            byMatch
            ? await app.model.unlockWithBiometrics() == .unlocked : await app.model.unlock(with: .right) == .unlocked
        await until { app.lock.timeout == .oneHour }
        #expect(await app.model.confirmed() == .confirmed)
    }

    @Test func signingInAppliesTheAccountsTimeout() async {
        await device.server.change { $0.timeoutMinutes = 30 }
        let app = await device.launched()
        await app.signIn()
        _ = await app.model.setUpLater()
        #expect(app.lock.timeout == .thirtyMinutes)
        await app.model.signInAgain()
        await device.server.change { $0.timeoutMinutes = 15 }
        await app.signIn()
        #expect(app.model.state == .ready && app.lock.timeout == .fifteenMinutes)
    }

    @Test func newDeviceAppliesTheAccountsTimeout() async {
        await device.server.change { account in
            (account.passcode, account.isEnabled, account.timeoutMinutes) = ("481920", true, 30)
        }
        let app = await device.launched()
        await app.signIn()
        #expect(app.lock.timeout == .immediately)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.lock.timeout == .thirtyMinutes)
    }

    @Test(
        "C7 unsupported server timeout becomes the next shorter choice",
        arguments: [(20, 15), (7, 5), (2, 1)])
    func unsupportedServerTimeoutBecomesTheNextShorterChoice(minutes: Int, here: Int) async {
        let (app, _) = await device.ready()
        #expect(await app.model.setTimeout(.oneHour, confirming: .right) == .done)
        await device.server.change { $0.timeoutMinutes = minutes }
        app.lock.requireLock()
        _ = await app.model.unlock(with: .right)
        #expect(await app.model.confirmed() == .confirmed)
        #expect(app.lock.timeout.rawValue == here)
    }

    @Test func tenthWrongPasscodeForATimeoutChangeEndsTheSession() async {
        let (app, note) = await device.ready()
        for left in (1...9).reversed() {
            #expect(await app.model.setTimeout(.oneHour, confirming: .wrong) == .notConfirmed(.wrong(remaining: left)))
        }
        #expect(await app.model.setTimeout(.oneHour, confirming: .wrong) == .failed(.ended))
        #expect(app.model.state == .signedOut && !app.reads(note))
        await app.signIn()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.reads(note))
    }
}
