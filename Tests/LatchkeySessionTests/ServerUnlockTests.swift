import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import Testing

/// Unlocking with the server, where the team requires it.
@MainActor struct ServerUnlockTests {
    private let device = Device()

    /// Signed in on a server that requires it, with a note.
    private func ready() async -> (App, note: Data) {
        await device.server.setPolicy(User.Policy(serverUnlockRequired: true))
        return await device.ready()
    }

    @Test("C15 unlocking after first passcode setup requires the server")
    func unlockingAfterFirstPasscodeSetupRequiresTheServer() async throws {
        let (app, note) = await ready()
        #expect(try await app.lock.vault.requiresServer())
        let relaunched = await device.launched()
        await device.server.setOffline(true)
        #expect(await relaunched.model.unlock(with: .right) == .failed(.vault(.unlockServer(.unreachable))))
        await device.server.setOffline(false)
        #expect(await relaunched.model.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(await relaunched.model.unlock(with: .right) == .unlocked)
        #expect(relaunched.reads(note))
        #expect(await device.server.devices.failedAttempts == 0)
    }

    @Test("C15 first online unlock migrates the vault and disables biometrics")
    func firstOnlineUnlockMigratesTheVaultAndDisablesBiometrics() async throws {
        let (_, note) = await device.ready(biometrics: true)
        await device.server.setPolicy(User.Policy(serverUnlockRequired: true))
        let app = await device.launched()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        _ = await app.model.confirmed()
        #expect(try await app.lock.vault.requiresServer())
        #expect(app.lock.protection == .passcode(biometrics: false) && !app.lock.isBiometricEnabled)
        #expect(await app.model.setBiometric(enabled: true, confirming: .right) == .notNow)
        let relaunched = await device.launched()
        #expect(await relaunched.model.unlock(with: .right) == .unlocked)
        #expect(relaunched.reads(note))
    }

    @Test("C15 device that the server rejects is reported to the user")
    func deviceThatTheServerRejectsIsReportedToTheUser() async throws {
        let (_, note) = await device.ready()
        await device.server.setPolicy(User.Policy(serverUnlockRequired: true))
        await device.server.devices.failNext(with: .tooManyDevices, on: .register)
        let app = await device.launched()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        _ = await app.model.confirmed()
        #expect(try await !app.lock.vault.requiresServer())
        #expect(try await app.model.mustUnlockWithServer())
        #expect(app.model.notice == .tooManyDevices && app.reads(note))
        app.model.dismissNotice()
        #expect(app.model.notice == nil)
        await device.server.devices.failNext(with: .tooManyDevices, on: .register)
        app.lock.requireLock()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        _ = await app.model.confirmed()
        #expect(app.model.notice == .tooManyDevices)
        app.lock.requireLock()
        #expect(app.model.notice == nil)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        _ = await app.model.confirmed()
        #expect(try await app.lock.vault.requiresServer() && app.model.notice == nil)
    }

    @Test func tooManyDevicesPreventTheFirstPasscode() async {
        await device.server.setPolicy(User.Policy(serverUnlockRequired: true))
        await device.server.devices.failNext(with: .tooManyDevices, on: .register)
        let app = await device.launched()
        await app.signIn()
        let outcome = await app.model.setPasscode(.right)
        let text = "Your account has too many devices. Shut one in the settings, then try again."
        #expect(outcome.text(in: .english, .english, now: Date()) == text)
        #expect(SessionError.api(.tooManyDevices).text(in: .english, .english) == text)
        #expect(app.model.state == .offeringPasscodeSetup)
        #expect(await app.model.setPasscode(.right) == .done)
        #expect(app.model.state == .ready)
    }

    @Test func expiredRegistrationCanBeRepeated() async {
        await device.server.setPolicy(User.Policy(serverUnlockRequired: true))
        await device.server.devices.failNext(with: .unknownDevice, on: .confirm)
        let app = await device.launched()
        await app.signIn()
        let outcome = await app.model.setPasscode(.right)
        #expect(outcome == .pendingHere(.failed(.vault(.unlockServer(.passcodeNeeded)))))
        #expect(outcome.text(in: .english, .english, now: Date()) == "Please enter your passcode again.")
        #expect(await app.model.setPasscode(.right) == .done)
    }

    @Test func changedPasscodeHasANewKey() async throws {
        let (app, note) = await ready()
        let former = await device.server.devices.activeKeys
        #expect(await app.model.changePasscode(from: .right, to: .other) == .done)
        let relaunched = await device.launched()
        #expect(await relaunched.model.unlock(with: .right) == .wrong(remaining: 9))
        #expect(await relaunched.model.unlock(with: .other) == .unlocked)
        #expect(relaunched.reads(note))
        #expect(await Set(device.server.devices.activeKeys).isDisjoint(with: former))
    }

    @Test("C8 passcode changed elsewhere opens the vault after signing in")
    func passcodeChangedElsewhereOpensTheVaultAfterSigningIn() async throws {
        let (_, note) = await ready()
        await device.server.change { $0.passcode = "730416" }
        await device.server.devices.changePasscode()
        let app = await device.launched()
        #expect(await app.model.unlock(with: .right) == .failed(.vault(.unlockServer(.passcodeChanged))))
        await app.model.signInAgain()
        await app.signIn()
        #expect(await app.model.unlock(with: .other) == .unlocked)
        #expect(app.reads(note))
        #expect(try await app.lock.vault.requiresServer())
        let relaunched = await device.launched()
        #expect(await relaunched.model.unlock(with: .other) == .unlocked)
    }

    @Test("C15 shut device opens only after a new sign-in")
    func shutDeviceOpensOnlyAfterANewSignIn() async throws {
        let (app, note) = await ready()
        let id = try #require(try await app.model.devices().first?.id)
        #expect(await app.model.shutDevice(id: id, confirming: .wrong) == .notConfirmed(.wrong(remaining: 9)))
        #expect(await app.model.shutDevice(id: "0f", confirming: .right) == .failed(.api(.notFound)))
        #expect(await app.model.shutDevice(id: id, confirming: .right) == .done)
        #expect(try await app.model.devices().isEmpty)
        let relaunched = await device.launched()
        #expect(await relaunched.model.unlock(with: .right) == .shut)
        #expect(relaunched.model.state == .signedOut && relaunched.model.notice == .deviceShut)
        #expect(!relaunched.reads(note))
        await relaunched.signIn()
        #expect(relaunched.model.notice == nil)
        #expect(await relaunched.model.unlock(with: .right) == .unlocked)
        #expect(relaunched.reads(note))
        #expect(try await relaunched.model.devices().count == 1)
    }

    @Test func disabledPasscodeRequiresNoServer() async throws {
        let (app, note) = await ready()
        #expect(await app.model.disablePasscode(confirming: .right) == .done)
        await app.lock.vault.keyRemoval?.value
        #expect(try await app.model.devices().isEmpty)
        await device.server.setOffline(true)
        let relaunched = await device.launched()
        #expect(relaunched.model.state == .ready && relaunched.reads(note))
        await device.server.setOffline(false)
        #expect(await relaunched.model.enablePasscode(.right) == .done)
        #expect(try await relaunched.lock.vault.requiresServer())
    }

    @Test func withdrawnServerRuleAllowsOfflineUnlock() async throws {
        _ = await ready()
        await device.server.setPolicy(User.Policy())
        let app = await device.launched()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        _ = await app.model.confirmed()
        await app.lock.vault.keyRemoval?.value
        #expect(await device.server.devices.activeKeys.isEmpty)
        await device.server.setOffline(true)
        let relaunched = await device.launched()
        #expect(await relaunched.model.unlock(with: .right) == .unlocked)
    }

    @Test func nextOnlineUnlockRepeatsALostDeletion() async {
        _ = await ready()
        await device.server.setPolicy(User.Policy())
        await device.server.devices.failNext(with: .unreachable, on: .remove)
        for count in [1, 0] {
            let app = await device.launched()
            #expect(await app.model.unlock(with: .right) == .unlocked)
            #expect(await app.model.confirmed() == .confirmed)
            await app.lock.vault.keyRemoval?.value
            #expect(await device.server.devices.activeKeys.count == count)
        }
    }

    @Test(.timeLimit(.minutes(5))) func slowDeletionOfAReplacedKeyDelaysNothing() async {
        _ = await ready()
        await device.server.setPolicy(User.Policy())
        let (never, end) = AsyncStream.makeStream(of: Never.self)
        let (hanging, isHanging) = AsyncStream.makeStream(of: Void.self)
        await device.server.setOnCall { call in
            guard call == "remove-key" else { return }
            isHanging.yield()
            for await _ in never {}
        }
        let app = await device.launched()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        for await _ in hanging { break }
        #expect(await app.model.lockNow() == .everywhere)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        let removal = await app.lock.vault.keyRemoval
        #expect(removal != nil)
        end.finish()
        await removal?.value
        #expect(await device.server.devices.activeKeys.isEmpty)
    }

    @Test(arguments: [SessionModel.UnprotectedLaunch.restore, .signInAgain])
    func launchWithoutAPasscodeRepeatsALostDeletion(launch: SessionModel.UnprotectedLaunch) async {
        let (app, _) = await ready()
        await device.server.devices.failNext(with: .unreachable, on: .remove)
        #expect(await app.model.disablePasscode(confirming: .right) == .done)
        await app.lock.vault.keyRemoval?.value
        #expect(await device.server.devices.activeKeys.count == 1)
        let relaunched = await device.launched(launch)
        await relaunched.signIn()
        _ = await relaunched.model.confirmed()
        await relaunched.lock.vault.keyRemoval?.value
        #expect(relaunched.model.state == .ready)
        #expect(await device.server.devices.activeKeys.isEmpty)
    }

    @Test func deletionOfADeletedKeySucceeds() async {
        let (app, _) = await ready()
        await device.server.devices.loseNextResponse(to: .remove)
        #expect(await app.model.disablePasscode(confirming: .right) == .done)
        await app.lock.vault.keyRemoval?.value
        #expect(await app.model.enablePasscode(.right) == .done)
        #expect(await device.server.devices.activeKeys.count == 1)
    }

    @Test(arguments: [false, true])
    func signingOutRemovesTheDevice(isReplaced: Bool) async {
        let (app, _) = await ready()
        if isReplaced {
            await device.server.devices.failNext(with: .unreachable, on: .remove)
            #expect(await app.model.disablePasscode(confirming: .right) == .done)
            await app.lock.vault.keyRemoval?.value
        }
        #expect(await device.server.devices.activeKeys.count == 1)
        #expect(await app.model.signOut() == nil)
        await app.model.loggedOut()
        #expect(await device.server.devices.activeKeys.isEmpty)
    }

    @Test("C15 app can require the server for unlocking")
    func appCanRequireTheServerForUnlocking() async throws {
        let server = MockSessionAPI(passcode: "481920")
        let storage = InMemorySecureStorage()
        var platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), sources: []
        ).withCheapPasscodes
        platform.unlockPolicy = .serverRequired
        let session = AppLock.account(
            platform, api: server, reason: "Unlock the test.", sessionLock: InProcessSessionLock())
        await session.start()
        #expect(await session.signIn(with: .link(token: "T")) == .signedIn)
        #expect(await session.unlock(with: .right) == .unlocked)
        #expect(try await session.lock.vault.requiresServer())
        #expect(session.policy.serverUnlockRequired && !session.policy.biometricsAllowed)
    }
}
