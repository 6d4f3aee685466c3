import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// The policy of the server's team.
@MainActor struct PolicyTests {
    private let device = Device()
    private let required = User.Policy(passcodeRequired: true)

    private func set(_ policy: User.Policy) async { await device.server.setPolicy(policy) }

    @Test func aRequiredPasscodeCannotBeSetUpLater() async {
        await set(required)
        let app = await device.launched()
        await app.signIn()
        #expect(app.model.state == .offeringPasscodeSetup && !app.model.canSetUpLater)
        #expect(!app.model.canUseBiometricsOnly)
        #expect(await app.model.setUpLater() == .api(.passcodeRequired))
        #expect(await app.model.useBiometricsOnly() == .notNow)
        #expect(app.model.state == .offeringPasscodeSetup)
        #expect(await app.model.setPasscode(.right) == .done)
        #expect(app.model.state == .ready && app.lock.isPasscodeEnabled)
    }

    @Test func requiredPasscodeCannotBeDisabled() async {
        let (app, _) = await device.ready()
        await set(required)
        #expect(await app.model.disablePasscode(confirming: .right) == .failed(.api(.passcodeRequired)))
        #expect(app.model.state == .ready && app.lock.isPasscodeEnabled)
    }

    @Test func aRequiredPasscodeMustBeSetAtTheNextCall() async throws {
        let app = await device.launched()
        await app.signIn()
        #expect(await app.model.setUpLater() == nil)
        let note = try app.lock.vault.seal(Data("note".utf8), for: "note")
        await set(required)
        let api = device.server
        await #expect(throws: SessionError.api(.passcodeRequired)) {
            try await app.model.perform { token async throws(APIError) in try await api.sessions(accessToken: token) }
        }
        #expect(app.model.state == .offeringPasscodeSetup && !app.model.canSetUpLater)
        #expect(await app.model.setPasscode(.right) == .done)
        #expect(app.model.state == .ready && app.reads(note), "nothing is lost")
        _ = try await app.call().get()
    }

    @Test func launchWithoutARequiredPasscodeRequestsOne() async {
        let app = await device.launched()
        await app.signIn()
        _ = await app.model.setUpLater()
        await set(required)
        let next = await device.launched(.restore)
        #expect(await next.model.confirmed() == .passcodeNeeded)
        #expect(next.model.state == .offeringPasscodeSetup)
        #expect(await next.model.setPasscode(.right) == .done)
        #expect(next.model.state == .ready)
    }

    @Test func signingInRequestsADeclinedPasscodeThatBecameRequired() async {
        let app = await device.launched()
        await app.signIn()
        _ = await app.model.setUpLater()
        await app.model.signInAgain()
        await set(required)
        await app.signIn()
        #expect(app.model.state == .offeringPasscodeSetup)
    }

    @Test func offlineAppAppliesTheLastKnownPolicy() async {
        let app = await device.launched()
        await app.signIn()
        _ = await app.model.setUpLater()
        await set(required)
        let second = await device.launched(.restore)
        _ = await second.model.confirmed()
        await device.server.setOffline(true)
        let third = await device.launched(.restore)
        #expect(third.model.policy.passcodeRequired)
        #expect(third.model.state == .signedOut, "an open vault is not enough")
    }

    @Test func aDisabledPasscodeIsRequestedAgainWhereRequired() async {
        let (app, _) = await device.ready()
        #expect(await app.model.disablePasscode(confirming: .right) == .done)
        await set(required)
        await device.server.lockSessions(manually: true)
        let next = await device.launched(.restore)
        #expect(await next.model.confirmed() == .passcodeNeeded)
        #expect(next.model.state == .locked && next.lock.vault.isLocked)
        #expect(await next.model.unlock(with: .right) == .unlocked)
        #expect(next.model.state == .ready && next.lock.isPasscodeEnabled)
    }

    @Test func passcodeRequirementFromARejectedCallIsStored() async {
        let app = await device.launched()
        await app.signIn()
        _ = await app.model.setUpLater()
        await set(required)
        await #expect(throws: SessionError.api(.passcodeRequired)) { try await app.model.sessions() }
        await device.server.setOffline(true)
        #expect(await device.launched(.restore).model.state == .signedOut)
    }

    @Test func passcodeRequirementAppliesBeforeAccountDataLoads() async {
        let app = await device.launched()
        await app.signIn()
        _ = await app.model.setUpLater()
        await device.server.setOffline(true)
        let next = await device.launched(.restore)
        _ = await next.model.confirmed()
        #expect(next.model.state == .ready && next.model.user == nil)
        await device.server.setOffline(false)
        await set(required)
        await #expect(throws: SessionError.api(.passcodeRequired)) { try await next.model.sessions() }
        #expect(next.model.state == .offeringPasscodeSetup && !next.model.canSetUpLater)
        await device.server.setOffline(true)
        #expect(await device.launched(.restore).model.state == .signedOut, "kept, too")
    }

    @Test func aPolicyIsStoredAndDeletedWithItsSession() async {
        let (app, _) = await device.ready()
        await set(User.Policy(passcodeRequired: true, longestTimeoutMinutes: 5))
        app.lock.requireLock()
        _ = await app.model.unlock(with: .right)
        _ = await app.model.confirmed()
        #expect(await app.model.signOut() == nil)
        #expect(app.model.policy == .unrestricted)
        await app.signIn()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        await device.server.setOffline(true)
        let next = await device.launched()
        #expect(next.model.policy == User.Policy(passcodeRequired: true, longestTimeoutMinutes: 5))
        #expect(await next.model.signOut() == nil)
        #expect(next.model.policy == .unrestricted)
    }

    @Test("C7 the longest timeout caps the app's own timeout")
    func theLongestTimeoutCapsTheAppsOwnTimeout() async {
        let (app, _) = await device.ready()
        #expect(await app.model.setTimeout(.oneHour, confirming: .right) == .done)
        await set(User.Policy(longestTimeoutMinutes: 15))
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        _ = await next.model.confirmed()
        #expect(next.lock.timeout == .fifteenMinutes)
        #expect(
            await next.model.setTimeout(.thirtyMinutes, confirming: .right)
                == .failed(.api(.invalidTimeout(allowed: [1, 5, 15]))))
        #expect(next.lock.timeout == .fifteenMinutes)
        await set(.unrestricted)
        let last = await device.launched()
        _ = await last.model.unlock(with: .right)
        _ = await last.model.confirmed()
        #expect(last.lock.timeout == .oneHour)
    }

    @Test("C7 an unlisted longest timeout allows the next shorter choice")
    func anUnlistedLongestTimeoutAllowsTheNextShorterChoice() async {
        let (app, _) = await device.ready()
        #expect(await app.model.setTimeout(.oneHour, confirming: .right) == .done)
        await set(User.Policy(longestTimeoutMinutes: 20))
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        _ = await next.model.confirmed()
        #expect(next.lock.timeout == .fifteenMinutes)
    }

    @Test("C7 a longest timeout learned while locked applies offline")
    func aLongestTimeoutLearnedWhileLockedAppliesOffline() async throws {
        let (app, _) = await device.ready()
        #expect(await app.model.setTimeout(.oneHour, confirming: .right) == .done)
        await set(User.Policy(longestTimeoutMinutes: 5))
        await device.server.setOnReply { [lock = app.lock] _ in await lock.requireLock() }
        app.lock.requireLock()
        _ = await app.model.unlock(with: .right)
        _ = await app.model.confirmed()
        #expect(app.lock.isLocked && app.model.policy.longestTimeoutMinutes == 5)
        await device.server.setOffline(true)
        let next = await device.launched()
        #expect(await next.model.unlock(with: .right) == .unlocked)
        _ = await next.model.confirmed()
        #expect(next.lock.timeout == .fiveMinutes)
    }
}
