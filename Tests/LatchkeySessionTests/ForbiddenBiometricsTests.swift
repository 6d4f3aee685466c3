import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeySession

/// A team's rule against biometrics, which removes the biometric slot from devices.
@MainActor struct ForbiddenBiometricsTests {
    private let device = Device()
    private let withoutBiometrics = User.Policy(biometricsAllowed: false)

    private func set(_ policy: User.Policy) async { await device.server.setPolicy(policy) }

    private func hasBiometricItem() async -> Bool {
        (try? await device.storage.exists(for: "latchkey.biometric")) ?? false
    }

    @Test("C6 ASVS-6.5.6 forbidding biometrics deletes the biometric unlock item")
    func forbiddingBiometricsDeletesTheBiometricUnlockItem() async {
        let (app, note) = await device.ready(biometrics: true)
        #expect(await hasBiometricItem() && app.lock.isBiometricEnabled)
        await set(withoutBiometrics)
        app.lock.requireLock()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        _ = await app.model.confirmed()
        #expect(await !hasBiometricItem())
        #expect(!app.lock.isBiometricEnabled && app.lock.protection == .passcode(biometrics: false))
        app.lock.requireLock()
        #expect(await app.model.unlockWithBiometrics() == .passcodeNeeded)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.reads(note))
        // Lifting the rule does not enable biometrics again.
        await set(.unrestricted)
        app.lock.requireLock()
        _ = await app.model.unlock(with: .right)
        _ = await app.model.confirmed()
        #expect(!app.lock.isBiometricEnabled)
        #expect(await app.model.setBiometric(enabled: true, confirming: .right) == .done)
    }

    @Test("C6 a match deletes the biometric item once biometrics are forbidden")
    func aMatchDeletesTheBiometricItemOnceBiometricsAreForbidden() async {
        _ = await device.ready(biometrics: true)
        await set(withoutBiometrics)
        let app = await device.launched()
        await until { app.model.confirmation != nil }
        _ = await app.model.confirmed()
        #expect(await !hasBiometricItem())
        await device.server.setOffline(true)
        let next = await device.launched()
        #expect(next.lock.state.prompt == nil && next.model.state == .locked)
        #expect(!next.model.policy.biometricsAllowed, "kept, also offline")
        #expect(await next.model.unlockWithBiometrics() == .passcodeNeeded)
        #expect(await next.model.unlock(with: .right) == .unlocked)
    }

    @Test("C6 a forbidden biometric item is deleted in locked sessions too")
    func aForbiddenBiometricItemIsDeletedInLockedSessionsToo() async {
        _ = await device.ready(biometrics: true)
        await set(withoutBiometrics)
        await device.server.lockSessions(manually: true)
        let app = await device.launched()
        await until { app.model.confirmation != nil }
        #expect(await app.model.confirmed() == .passcodeNeeded)
        #expect(await !hasBiometricItem())
    }

    @Test("C6 signing in deletes the forbidden item before the vault opens")
    func signingInDeletesTheForbiddenItemBeforeTheVaultOpens() async {
        let (app, note) = await device.ready(biometrics: true)
        await app.model.signInAgain()
        await set(withoutBiometrics)
        await app.signIn()
        #expect(app.lock.vault.isLocked && !app.lock.isBiometricEnabled)
        #expect(await !hasBiometricItem())
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.reads(note) && app.lock.protection == .passcode(biometrics: false))
    }

    @Test func forbiddenBiometricsAreNotOffered() async {
        await set(withoutBiometrics)
        let app = await device.launched()
        await app.signIn()
        #expect(!app.model.canUseBiometricsOnly)
        #expect(await app.model.useBiometricsOnly() == .notNow)
        _ = await app.model.setPasscode(.right)
        #expect(!app.model.shouldOfferBiometrics)
        #expect(await app.model.setBiometric(enabled: true, confirming: .right) == .notNow)
        #expect(await !hasBiometricItem())
    }

    @Test("C6 a biometrics-only session requires sign-in once biometrics are forbidden")
    func forbiddingBiometricsEndsABiometricsOnlySession() async {
        let app = await device.launched()
        await app.signIn()
        #expect(await app.model.useBiometricsOnly() == .done)
        await set(withoutBiometrics)
        app.lock.requireLock()
        #expect(await app.model.unlockWithBiometrics() == .unlocked)
        await until { app.model.confirmation != nil }
        #expect(await app.model.confirmed() == .confirmed)
        #expect(await !hasBiometricItem())
        #expect(app.model.state == .ready && app.lock.protection == .open)
        let next = await device.launched(.signInAgain)
        #expect(next.model.state == .signedOut)
        await next.signIn()
        #expect(!next.model.canUseBiometricsOnly)
        #expect(await next.model.setUpLater() == nil)
        #expect(next.model.state == .ready)
    }

    @Test("C6 locking a biometrics-only session before the rule arrives requires sign-in")
    func lockedBiometricsOnlySessionRequiresSignInOnceForbidden() async throws {
        let app = await device.launched()
        await app.signIn()
        #expect(await app.model.useBiometricsOnly() == .done)
        let item = try #require(try await device.storage.load(Data.self, for: "latchkey.biometric"))
        await set(withoutBiometrics)
        app.lock.requireLock()
        await device.server.setOnResponse { [lock = app.lock] _ in await lock.requireLock() }
        _ = await app.model.unlockWithBiometrics()
        await until { app.model.confirmation != nil }
        _ = await app.model.confirmed()
        #expect(await !hasBiometricItem())
        #expect(app.model.state == .signedOut)
        // Simulates a failed deletion.
        try await device.storage.save(item, for: "latchkey.biometric", access: .whenUnlocked)
        let next = device.app()
        await next.model.start()
        #expect(next.model.state == .signedOut && next.lock.state.prompt == nil)
    }

    @Test func sessionsWithoutAPasscodeOpenWhereBiometricsAreForbidden() async {
        await set(withoutBiometrics)
        let app = await device.launched()
        await app.signIn()
        #expect(await app.model.setUpLater() == nil)
        await device.server.setOffline(true)
        let next = await device.launched(.restore)
        #expect(next.model.state == .ready && !next.model.policy.biometricsAllowed)
    }

    @Test("C6 a failed deletion is retried offline at the next launch")
    func aFailedDeletionIsRetriedOfflineAtTheNextLaunch() async throws {
        let (app, _) = await device.ready(biometrics: true)
        let item = try #require(try await device.storage.load(Data.self, for: "latchkey.biometric"))
        await set(withoutBiometrics)
        await device.server.setOnReply { [lock = app.lock] _ in await lock.requireLock() }
        app.lock.requireLock()
        _ = await app.model.unlock(with: .right)
        _ = await app.model.confirmed()
        #expect(await !hasBiometricItem() && app.lock.isLocked)
        try await device.storage.save(item, for: "latchkey.biometric", access: .whenUnlocked)
        await device.server.setOffline(true)
        let next = await device.launched()
        #expect(await !hasBiometricItem())
        #expect(next.model.state == .locked && next.lock.state.prompt == nil)
        #expect(await next.model.unlock(with: .right) == .unlocked)
        _ = await next.model.confirmed()
        #expect(!next.lock.isBiometricEnabled && next.lock.protection == .passcode(biometrics: false))
    }
}
