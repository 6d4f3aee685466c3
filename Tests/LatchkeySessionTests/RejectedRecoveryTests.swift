import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import LatchkeyTestSupport
import Testing

/// A vault that the account's recovery key does not open.
@MainActor struct RejectedRecoveryTests {
    private let device = Device()

    /// No recovery key, and another one.
    private nonisolated static let keys = ["", Data(repeating: 9, count: 32).base64EncodedString()]

    /// Returns an app that has signed in again, on a server that has another recovery key.
    private func signedInAgain(recoveryKey: String) async -> App {
        await device.server.change { $0.recoveryKey = recoveryKey }
        let app = await device.launched()
        await app.model.signInAgain()
        #expect(await app.signIn() == .signedIn)
        return app
    }

    @Test("C3 vault without slots or recovery key requires no former passcode", arguments: keys)
    func vaultWithoutSlotsOrRecoveryKeyRequiresNoFormerPasscode(key: String) async {
        let (app, _) = await device.ready()
        app.lock.requireLock()
        for _ in 1...10 {
            _ = await app.model.unlock(with: .wrong)
            device.lockClock.advance(by: .seconds(160))
        }
        let next = await signedInAgain(recoveryKey: key)
        #expect(await next.model.unlock(with: .right) == .failed(.vault(.recoveryKeyRejected)))
        #expect(next.model.state == .locked && next.lock.vault.isLocked)
        await next.model.signInAgain()
        #expect(next.model.state == .signedOut)
    }

    @Test("C15 shut device without recovery key requires no former passcode", arguments: keys)
    func shutDeviceWithoutRecoveryKeyRequiresNoFormerPasscode(key: String) async {
        await device.server.setPolicy(User.Policy(serverUnlockRequired: true))
        _ = await device.ready()
        await device.server.devices.shutAll()
        let app = await signedInAgain(recoveryKey: key)
        let outcome = await app.model.unlock(with: .right)
        #expect(outcome == .failed(.vault(.recoveryKeyRejected)))
        #expect(app.lock.protection == .shut)
        // The same account can erase the vault, and begins anew.
        #expect(await app.model.signOut() == nil)
        #expect(app.model.state == .signedOut && app.lock.protection == .absent)
        #expect(await app.signIn() == .signedIn)
        #expect(await app.model.unlock(with: .right) == .unlocked)
    }

    @Test("C5 a manual lock cancels a shut device's recovery")
    func aManualLockCancelsAShutDevicesRecovery() async {
        await device.server.setPolicy(User.Policy(serverUnlockRequired: true))
        let (_, note) = await device.ready()
        await device.server.devices.shutAll()
        let app = await device.launched()
        await app.model.signInAgain()
        #expect(await app.signIn() == .signedIn)
        let model = app.model
        await device.server.setOnCall { call in if call == "evaluate" { _ = await model.lockNow() } }
        #expect(await model.unlock(with: .right) == .superseded)
        #expect(model.state == .locked && app.lock.vault.isLocked)
        #expect(await model.unlock(with: .right) == .unlocked)
        #expect(app.reads(note))
    }

    @Test(arguments: [UnlockServerError.passcodeChanged, .unknownDevice, .unreachable, .broken], keys)
    func slotThatTheServerRejectsRequiresNoFormerPasscode(error: UnlockServerError, key: String) async {
        await device.server.setPolicy(User.Policy(serverUnlockRequired: true))
        _ = await device.ready()
        let app = await signedInAgain(recoveryKey: key)
        await device.server.devices.failNext(with: error, on: .evaluate)
        let isFinal = error == .passcodeChanged || error == .unknownDevice
        let expected = isFinal ? VaultError.recoveryKeyRejected : .unlockServer(error)
        #expect(await app.model.unlock(with: .right) == .failed(.vault(expected)))
    }
}
