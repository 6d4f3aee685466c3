import Foundation
import LatchkeyAPI
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// A device lock or an absence of an hour during a server call, whose response must not unlock the app.
@MainActor struct LockDuringCallTests {
    enum Leave: CaseIterable, Sendable { case deviceLock, absence }

    private let device = Device()

    private func leave(_ app: App, _ leave: Leave, during call: String) async {
        let (lifecycle, clock) = (app.lifecycle, device.lockClock)
        await device.server.setOnCall { name in
            guard name == call else { return }
            switch leave {
            case .deviceLock: await lifecycle.simulateDeviceLock()
            case .absence:
                await lifecycle.simulate(.background)
                clock.advance(by: .seconds(3600))
                await lifecycle.simulate(.active)
            }
        }
    }

    /// Expects a locked app without a key in memory, which the passcode unlocks.
    private func expectLocked(_ app: App, opens passcode: Passcode) async {
        #expect(app.model.state == .locked && app.lock.vault.isLocked)
        await device.server.setOnCall { _ in }
        #expect(await app.model.unlock(with: passcode) == .unlocked)
        _ = await app.model.confirmed()
        #expect(app.model.state == .ready)
    }

    private func enrolled() async {
        await device.server.change { ($0.passcode, $0.isEnabled) = ("481920", true) }
    }

    @Test("C5 a lock during the request cancels a new device's unlock", arguments: Leave.allCases)
    func aLockDuringTheRequestCancelsANewDevicesUnlock(by lock: Leave) async {
        await enrolled()
        let app = await device.launched()
        await app.signIn()
        await leave(app, lock, during: "verify")
        #expect(await app.model.unlock(with: .right) == .superseded)
        await expectLocked(app, opens: .right)
    }

    @Test(
        "C5 a lock during the request cancels the unlock",
        arguments: Leave.allCases, ["refresh", "verify"])
    func aLockDuringTheRequestCancelsTheUnlock(by lock: Leave, during call: String) async {
        _ = await device.ready()
        let app = await device.launched()
        await leave(app, lock, during: call)
        #expect(await app.model.unlock(with: .right) == .superseded)
        await expectLocked(app, opens: .right)
    }

    @Test(
        "C5 a lock cancels an unlock that finds the passcode disabled",
        arguments: Leave.allCases)
    func aLockCancelsAnUnlockThatFindsThePasscodeDisabled(by lock: Leave) async {
        _ = await device.ready()
        let app = await device.launched()
        await device.server.change { $0.isEnabled = false }
        await leave(app, lock, during: "verify")
        #expect(await app.model.unlock(with: .right) == .superseded)
        await expectLocked(app, opens: .right)
        #expect(app.lock.protection == .open, "the next response disables it here")
    }

    @Test("C5 a reset does not undo a lock during its request", arguments: Leave.allCases, [true, false])
    func aResetDoesNotUndoALockDuringItsRequest(by lock: Leave, isSignedIn: Bool) async {
        let (first, note) = await device.ready()
        if !isSignedIn { await first.model.signInAgain() }
        let app = await device.launched()
        await leave(app, lock, during: "reset")
        let proof = SignInProof.code("reset", email: "ada@example.org")
        #expect(await app.model.resetPasscode(with: proof, to: .other) == .pendingHere(.superseded))
        await expectLocked(app, opens: .other)
        #expect(app.reads(note))
    }

    @Test("C5 a lock cancels an in-flight unlock with the former passcode", arguments: Leave.allCases)
    func aLockCancelsAnUnlockWithTheFormerPasscode(by lock: Leave) async {
        let (app, note) = await device.ready()
        let key = Data(repeating: 9, count: 32).base64EncodedString()
        await device.server.change(endsSessions: true) { account in
            (account.passcode, account.recoveryKey) = ("730416", key)
        }
        await app.model.signInAgain()
        await app.signIn()
        #expect(await app.model.unlock(with: .other) == .failed(.formerPasscodeNeeded))
        await leave(app, lock, during: "verify")
        #expect(await app.model.openVault(knownAs: .right, now: .other) == .superseded)
        #expect(app.model.state == .locked && app.lock.vault.isLocked)
        await device.server.setOnCall { _ in }
        #expect(await app.model.openVault(knownAs: .right, now: .other) == .unlocked)
        #expect(app.model.state == .ready && app.reads(note))
    }

    @Test("C5 a lock while the server disables the passcode wins", arguments: Leave.allCases)
    func aLockWhileTheServerDisablesThePasscodeWins(by lock: Leave) async {
        let (app, note) = await device.ready()
        await leave(app, lock, during: "settings")
        #expect(await app.model.disablePasscode(confirming: .right) == .pendingHere(.superseded))
        #expect(!app.reads(note))
        await expectLocked(app, opens: .right)
        #expect(app.lock.protection == .open && app.reads(note), "the unlock turned it off here")
    }

    @Test("C5 a lock while the server changes the passcode wins", arguments: Leave.allCases)
    func aLockWhileTheServerChangesThePasscodeWins(by lock: Leave) async {
        let (app, note) = await device.ready()
        await leave(app, lock, during: "set")
        #expect(await app.model.changePasscode(from: .right, to: .other) == .pendingHere(.superseded))
        await expectLocked(app, opens: .other)
        #expect(app.reads(note))
    }

    @Test(
        "C5 setting a first passcode does not undo a concurrent lock",
        arguments: Leave.allCases, [true, false])
    func settingAFirstPasscodeDoesNotUndoAConcurrentLock(by lock: Leave, isLater: Bool) async {
        let app = await device.launched()
        await app.signIn()
        if isLater { #expect(await app.model.setUpLater() == nil) }
        await leave(app, lock, during: "set")
        #expect(await app.model.setPasscode(.right) == .pendingHere(.superseded))
        await expectLocked(app, opens: .right)
        #expect(app.lock.isPasscodeEnabled)
    }

    @Test("C5 a lock while the server enables the passcode wins", arguments: Leave.allCases, ["verify", "settings"])
    func aLockWhileTheServerEnablesThePasscodeWins(by lock: Leave, during call: String) async {
        let (app, note) = await device.ready()
        #expect(await app.model.disablePasscode(confirming: .right) == .done)
        await leave(app, lock, during: call)
        #expect(await app.model.enablePasscode(.right) == .pendingHere(.superseded))
        await expectLocked(app, opens: .right)
        #expect(app.lock.isPasscodeEnabled && app.reads(note))
    }

    @Test("C5 a lock during vault assignment cancels a new device's unlock")
    func aLockDuringVaultAssignmentCancelsANewDevicesUnlock() async {
        await enrolled()
        let storage = ClosableStorage(device.storage)
        let app = device.app(on: storage)
        await app.launch()
        await app.signIn()
        let lifecycle = app.lifecycle
        await storage.interrupt(at: "latchkey.session") { await lifecycle.simulateDeviceLock() }
        #expect(await app.model.unlock(with: .right) == .superseded)
        #expect(await !storage.isArmed)
        await expectLocked(app, opens: .right)
    }

    @Test("C5 a lock during a local passcode attempt cancels key recovery")
    func aLockDuringALocalPasscodeAttemptCancelsKeyRecovery() async {
        let (first, note) = await device.ready()
        await device.server.change(endsSessions: true) { $0.passcode = "730416" }
        await first.model.signInAgain()
        let storage = ClosableStorage(device.storage)
        let app = device.app(on: storage)
        await app.launch()
        await app.signIn()
        let lifecycle = app.lifecycle
        await storage.interrupt(at: "latchkey.attempts") { await lifecycle.simulateDeviceLock() }
        #expect(await app.model.unlock(with: .other) == .superseded)
        #expect(await !storage.isArmed)
        await expectLocked(app, opens: .other)
        #expect(app.reads(note))
    }

    @Test("C1 an access token received after a lock is discarded")
    func anAccessTokenReceivedAfterALockIsDiscarded() async throws {
        let (app, _) = await device.ready()
        device.clock.advance(by: .seconds(900))
        let (lifecycle, auth) = (app.lifecycle, app.auth)
        await device.server.setOnResponse { _ in
            await lifecycle.simulateDeviceLock()
            // The lock has removed the previous token, and does not check for a later one.
            await until { await auth.held?.accessToken == nil }
        }
        #expect(await app.call() == .failure(.locked))
        #expect(await auth.held?.accessToken == nil)
        await device.server.setOnResponse { _ in }
        await expectLocked(app, opens: .right)
    }

    @Test("C5 a lock while the server confirms a match wins")
    func aLockWhileTheServerConfirmsAMatchWins() async {
        let (_, note) = await device.ready(biometrics: true)
        let app = device.app()
        await leave(app, .deviceLock, during: "refresh")
        await app.launch()
        await until { app.model.confirmation != nil }
        _ = await app.model.confirmed()
        #expect(!app.reads(note))
        await expectLocked(app, opens: .right)
    }
}
