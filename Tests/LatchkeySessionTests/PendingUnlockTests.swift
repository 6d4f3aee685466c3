import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyCore
import LatchkeyLock
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// The time limit of an unlock's wait for the server.
@MainActor struct PendingUnlockTests {
    private let device = Device()
    private let isResponding = LockedValue(false)

    /// Returns a locked app, whose server delays the response to this call.
    private func waiting(for slow: String) async -> App {
        _ = await device.ready()
        let app = await device.launched()
        let isResponding = isResponding
        await device.server.forgetCalls()
        await device.server.setOnCall { call in
            if call == slow { await until { isResponding.withLock { $0 } } }
        }
        return app
    }

    private func respond() { isResponding.withLock { $0 = true } }

    @Test("C8 a slow refresh does not block the unlock")
    func aSlowRefreshDoesNotBlockTheUnlock() async {
        let app = await waiting(for: "refresh")
        let opening = Task { await app.model.unlock(with: .right) }
        await device.clock.waitForSleepers()
        device.clock.advance(by: PendingUnlock.limit - .milliseconds(1))
        for _ in 1...1000 { await Task.yield() }
        #expect(app.model.state == .locked)
        device.clock.advance(by: .milliseconds(1))
        #expect(await opening.value == .unlocked)
        #expect(app.model.state == .ready)
        respond()
        #expect(await app.model.confirmed() == .confirmed)
        #expect(await device.server.calls == ["refresh"])
    }

    @Test("C8 an unlock waits for a passcode verification in progress", arguments: [true, false])
    func anUnlockWaitsForAPasscodeVerificationInProgress(isCancelled: Bool) async {
        let app = await waiting(for: "verify")
        let opening = Task { await app.model.unlock(with: .right) }
        await verificationPastTheFirstLimit()
        if isCancelled { opening.cancel() }
        device.clock.advance(by: PendingUnlock.limit - .milliseconds(1))
        for _ in 1...1000 { await Task.yield() }
        #expect(app.model.state == .locked && app.lock.isLocked)
        respond()
        #expect(await opening.value == .unlocked)
        #expect(app.model.state == .ready)
    }

    @Test("C8 a slow verification keeps its tokens after the unlock")
    func aSlowVerificationKeepsItsTokensAfterTheUnlock() async {
        let app = await waiting(for: "verify")
        let opening = Task { await app.model.unlock(with: .right) }
        await verificationPastTheFirstLimit()
        device.clock.advance(by: PendingUnlock.limit)
        #expect(await opening.value == .unlocked)
        #expect(app.model.state == .ready)
        respond()
        #expect(await app.model.confirmed() == .confirmed)
        #expect(await device.server.calls == ["refresh", "verify"])
        // Simulates a relaunch after the previous token's grace period.
        await device.server.forgetPreviousTokens()
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(await next.model.confirmed() == .confirmed)
    }

    /// Waits until the server has the passcode, and the unlock waits for its response alone.
    private func verificationPastTheFirstLimit() async {
        await until { await device.server.calls.contains("verify") }
        await device.clock.waitForSleepers()
        device.clock.advance(by: PendingUnlock.limit)
        await device.clock.waitForSleepers()
    }

    @Test("C5 a lock during verification takes effect immediately")
    func aLockDuringVerificationTakesEffectImmediately() async {
        let app = await waiting(for: "verify")
        let opening = Task { await app.model.unlock(with: .right) }
        await until { await device.server.calls.contains("verify") }
        app.lock.requireLock()
        #expect(app.lock.vault.isLocked)
        respond()
        #expect(await opening.value == .superseded)
        #expect(app.model.state == .locked && app.lock.vault.isLocked)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
    }

    @Test("C8 a biometric match waits for a pending passcode verification")
    func aBiometricMatchWaitsForAPendingPasscodeVerification() async {
        _ = await device.ready(biometrics: true)
        await device.reader.failNext(with: .userCanceled)
        let app = await device.launched()
        await until { app.lock.state.prompt == nil }
        let isResponding = isResponding
        await device.server.setOnCall { call in
            if call == "verify" { await until { isResponding.withLock { $0 } } }
        }
        let opening = Task { await app.model.unlock(with: .right) }
        await until { await device.server.calls.last == "verify" }
        let matching = Task { await app.model.unlockWithBiometrics() }
        await until { app.lock.state.prompt != nil }
        for _ in 1...1000 { await Task.yield() }
        #expect(app.model.state == .locked && app.lock.isLocked)
        respond()
        #expect(await opening.value == .unlocked)
        #expect(await matching.value == .unlocked)
        #expect(app.model.state == .ready)
    }

    @Test func unlockingAfterAManualLockWaitsForTheServer() async {
        _ = await device.ready()
        let app = await device.launched()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.lockNow() == .everywhere)
        let isResponding = isResponding
        await device.server.setOnCall { call in
            if call == "refresh" { await until { isResponding.withLock { $0 } } }
        }
        await device.server.forgetCalls()
        let opening = Task { await app.model.unlock(with: .right) }
        await until { await device.server.calls.contains("refresh") }
        device.clock.advance(by: .seconds(60))
        for _ in 1...1000 { await Task.yield() }
        #expect(app.model.state == .locked)
        respond()
        #expect(await opening.value == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        #expect(await device.server.calls == ["refresh", "verify"])
    }

    @Test func sessionLockedOnASlowServerRequiresThePasscodeAgain() async {
        let app = await waiting(for: "refresh")
        await device.server.lockSessions(manually: true)
        let opening = Task { await app.model.unlock(with: .right) }
        await device.clock.waitForSleepers()
        device.clock.advance(by: PendingUnlock.limit)
        #expect(await opening.value == .unlocked)
        respond()
        #expect(await app.model.confirmed() == .passcodeNeeded)
        #expect(app.model.state == .locked && app.model.notice == .passcodeNeeded)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
    }
}
