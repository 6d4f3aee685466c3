import Foundation
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// Counting and delays of failed attempts.
struct AttemptTests {
    @Test("C3 three failures are free, then delays double to 160 seconds")
    func threeFailuresAreFreeThenDelaysDoubleTo160Seconds() {
        let seconds = (0...12).map { AttemptPolicy.delay(afterFailures: $0).components.seconds }
        #expect(seconds == [0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 160, 160, 160])
        #expect(AttemptPolicy.delay(afterFailures: .max) == .seconds(160))
    }

    @Test("C3 failed attempts cause delays and the tenth destroys both slots")
    func failedAttemptsCauseDelaysAndTheTenthDestroysBothSlots() async throws {
        let device = Device()
        let vault = try await device.unlockedVault(biometrics: true)
        var outcomes: [UnlockOutcome] = []
        for failure in 1...10 {
            let wait = AttemptPolicy.delay(afterFailures: UInt64(failure - 1))
            if wait > .zero {
                device.clock.advance(by: wait - .milliseconds(1))
                #expect(try await vault.unlock(with: .right) == .wait(until: device.clock.reading().wall + 0.001))
                device.clock.advance(by: .milliseconds(1))
            }
            outcomes.append(try await vault.unlock(with: .wrong))
        }
        #expect(outcomes == (1...9).map { .wrong(remaining: 10 - $0) } + [.exhausted])
        #expect(vault.isLocked)
        #expect(try await vault.prepare() == .awaitingRecovery)
        #expect(device.storage.bytes("latchkey.biometric") == nil)
        #expect(try VaultHeader(bytes: device.storage.bytes("latchkey.vault") ?? []).passcode == nil)
        #expect(try await vault.unlock(with: .right) == .exhausted)
    }

    @Test("C3 the correct passcode still opens after nine failures")
    func theCorrectPasscodeStillOpensAfterNineFailures() async throws {
        let device = Device()
        let vault = try await device.unlockedVault()
        for _ in 1...9 {
            _ = try await vault.unlock(with: .wrong)
            device.clock.advance(by: .seconds(160))
        }
        #expect(try await vault.attempts().failures == 9)
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(try await vault.attempts().failures == 0)
        #expect(try await vault.unlock(with: .wrong) == .wrong(remaining: 9))
    }

    @Test("C3 unlimited attempts keep the maximum delay and destroy nothing")
    func unlimitedAttemptsKeepTheMaximumDelayAndDestroyNothing() async throws {
        var device = Device()
        device.policy = .unlimited
        let vault = try await device.unlockedVault()
        for _ in 1...15 {
            #expect(try await vault.unlock(with: .wrong) == .wrong(remaining: nil))
            device.clock.advance(by: .seconds(160))
        }
        device.clock.advance(by: .seconds(-1))
        guard case .wait = try await vault.unlock(with: .right) else {
            Issue.record("no wait")
            return
        }
        device.clock.advance(by: .seconds(1))
        #expect(try await vault.unlock(with: .right) == .unlocked)
    }

    @Test("C3 an app without an account may choose to erase")
    func anAppWithoutAnAccountMayChooseToErase() async throws {
        var device = Device()
        device.policy = .erase
        let vault = try await device.unlockedVault(biometrics: true)
        for _ in 1...10 {
            _ = try await vault.unlock(with: .wrong)
            device.clock.advance(by: .seconds(160))
        }
        #expect(device.storage.keys.isEmpty)
        #expect(try await vault.prepare() == .absent)
    }

    @Test("C4 a missing attempt count is an error, not zero")
    func aMissingAttemptCountIsAnErrorNotZero() async throws {
        let device = Device()
        let vault = try await device.unlockedVault(biometrics: true)
        vault.lock()
        device.storage.set(nil, for: "latchkey.attempts")
        let before = device.stretches.value
        await #expect(throws: VaultError.counterMissing) { try await vault.unlock(with: .right) }
        await #expect(throws: VaultError.counterMissing) { try await vault.prepare() }
        await #expect(throws: VaultError.counterMissing) { try await vault.unlockWithBiometrics(reason: "test") }
        #expect(device.stretches.value == before)
        #expect(device.storage.bytes("latchkey.attempts") == nil, "and no new one is begun")
        #expect(try await vault.recover(with: .test, setting: .other), "the way out")
        vault.lock()
        #expect(try await vault.unlock(with: .other) == .unlocked)
    }

    @Test("C3 wait restarted by a reboot still ends")
    func waitRestartedByARebootStillEnds() async throws {
        let device = Device()
        let vault = try await device.unlockedVault()
        for _ in 1...4 { _ = try await vault.unlock(with: .wrong) }
        device.clock.advance(by: .seconds(4))
        device.clock.reboot()
        #expect(try await vault.unlock(with: .right) == .wait(until: device.clock.reading().wall + 5))
        device.clock.advance(by: .seconds(3))
        #expect(try await vault.unlock(with: .right) == .wait(until: device.clock.reading().wall + 2))
        device.clock.advance(by: .seconds(2))
        #expect(try await vault.unlock(with: .right) == .unlocked)
    }

    @Test("C3 a relaunch after a reboot shows the full wait")
    func aRelaunchAfterARebootShowsTheFullWait() async throws {
        let device = Device()
        let vault = try await device.unlockedVault()
        for _ in 1...4 { _ = try await vault.unlock(with: .wrong) }
        device.clock.reboot()
        let next = device.vault()
        _ = try await next.prepare()
        #expect(try await next.attempts().waitUntil == device.clock.reading().wall + 5)
        device.clock.advance(by: .seconds(5))
        #expect(try await next.attempts().waitUntil == nil)
        #expect(try await next.unlock(with: .right) == .unlocked)
    }

    @Test("C3 attempts made without a limit do not count later")
    func attemptsMadeWithoutALimitDoNotCountLater() async throws {
        for count in [9, 10, 11] {
            var device = Device()
            device.policy = .unlimited
            let vault = try await device.unlockedVault(recovery: false)
            for _ in 1...count {
                _ = try await vault.unlock(with: .wrong)
                device.clock.advance(by: .seconds(160))
            }
            device.policy = .erase
            let next = device.vault()
            #expect(try await next.prepare() == .passcode(biometrics: false))
            #expect(try await next.unlock(with: .wrong) == .wrong(remaining: 9))
            device.clock.advance(by: .seconds(160) - .milliseconds(1))
            #expect(try await next.unlock(with: .right) == .wait(until: device.clock.reading().wall + 0.001))
            device.clock.advance(by: .milliseconds(1))
            #expect(try await next.unlock(with: .right) == .unlocked)
        }
    }

    @Test("C3 an interrupted tenth attempt erases the vault after its wait")
    func anInterruptedTenthAttemptErasesTheVaultAfterItsWait() async throws {
        var device = Device()
        device.policy = .erase
        let vault = try await device.unlockedVault(biometrics: true, recovery: false)
        for _ in 1...9 {
            _ = try await vault.unlock(with: .wrong)
            device.clock.advance(by: .seconds(160))
        }
        device.storage.with { $0.writesUntilDeath = $0.writes + 1 }
        _ = try? await vault.unlock(with: .wrong)
        device.storage.with { $0.writesUntilDeath = nil }
        let next = device.vault()
        #expect(try await next.prepare() == .awaitingRecovery)
        #expect(try await next.unlock(with: .right) == .exhausted)
        #expect(try await next.unlockWithBiometrics(reason: "test") == .notEnabled)
        device.clock.advance(by: .seconds(160) - .milliseconds(1))
        #expect(try await next.prepare() == .awaitingRecovery)
        device.clock.advance(by: .milliseconds(1))
        #expect(try await next.prepare() == .absent)
        #expect(device.storage.keys.isEmpty)
    }

    @Test(
        "C3 changing the wall clock does not affect the wait", arguments: [-86_400, -1, 1, 86_400, 3e9])
    func changingTheWallClockDoesNotAffectTheWait(seconds: Double) async throws {
        let device = Device()
        let vault = try await device.unlockedVault()
        for _ in 1...4 { _ = try await vault.unlock(with: .wrong) }
        device.clock.changeWall(by: .seconds(seconds))
        #expect(try await vault.unlock(with: .right) == .wait(until: device.clock.reading().wall + 5))
        device.clock.advance(by: .seconds(5))
        #expect(try await vault.unlock(with: .right) == .unlocked)
    }

    @Test("C3 the wait survives a relaunch")
    func theWaitSurvivesARelaunch() async throws {
        let device = Device()
        let vault = try await device.unlockedVault()
        for _ in 1...4 { _ = try await vault.unlock(with: .wrong) }
        #expect(try await device.vault().unlock(with: .right) == .wait(until: device.clock.reading().wall + 5))
    }

    @Test("C3 a monotonic clock that went backward restarts the wait")
    func aMonotonicClockThatWentBackwardRestartsTheWait() {
        var record = AttemptRecord(at: .test())
        for _ in 1...4 { _ = record.take(at: .test(.seconds(5000))) }
        #expect(record.wait(at: .test(.seconds(1000))) == .seconds(5))
        #expect(record.wait(at: .test(.seconds(1004))) == .seconds(1))
        #expect(record.wait(at: .test(.seconds(1005))) == nil)
    }

    @Test("C2 a correct attempt clears itself and earlier attempts only")
    func aCorrectAttemptClearsItselfAndEarlierAttemptsOnly() {
        var record = AttemptRecord(at: .test())
        let first = record.take(at: .test())
        let second = record.take(at: .test())
        record.clearFailures(first, at: .test())
        #expect(record.failures == 1)
        record.clearFailures(second, at: .test())
        #expect(record.failures == 0)
        record.clearFailures(first, at: .test())
        record.clearFailures(99, at: .test())
        #expect(record.failures == 0)
    }

    @Test("C2 an unused attempt is refunded unless another followed")
    func anUnusedAttemptIsRefundedUnlessAnotherFollowed() {
        var record = AttemptRecord(at: .test())
        let first = record.take(at: .test())
        record.refund(first)
        #expect(record.failures == 0)
        let again = record.take(at: .test())
        _ = record.take(at: .test())
        record.refund(again)
        #expect(record.failures == 2)
    }

    @Test func failedKeyDerivationCostsNoAttempt() async throws {
        let device = Device()
        _ = try await device.unlockedVault()
        let vault = Vault(
            device.parts, parameters: .standard,
            stretcher: PasscodeStretcher { _, _, _ throws(VaultError) in throw .derivationFailed })
        await #expect(throws: VaultError.derivationFailed) { try await vault.unlock(with: .right) }
        #expect(try await vault.attempts().failures == 0)
    }

    @Test("C4 a missing or changed device secret costs no attempt")
    func aMissingOrChangedDeviceSecretCostsNoAttempt() async throws {
        let device = Device()
        let vault = try await device.unlockedVault()
        vault.lock()
        let stored = device.storage.bytes("latchkey.vault")
        device.storage.set(nil, for: "latchkey.device-secret")
        await #expect(throws: VaultError.deviceSecretMissing) { try await vault.unlock(with: .right) }
        try await StoredDeviceSecret(storage: device.storage).enroll()
        await #expect(throws: VaultError.deviceSecretChanged) { try await vault.unlock(with: .right) }
        #expect(try await vault.attempts().failures == 0)
        #expect(device.storage.bytes("latchkey.vault") == stored)
    }

    @Test("C2 passcode verification counts as an attempt and unlocks nothing")
    func passcodeVerificationCountsAsAnAttemptAndUnlocksNothing() async throws {
        let device = Device()
        let vault = try await device.unlockedVault()
        vault.lock()
        #expect(try await vault.verify(.wrong) == .wrong(remaining: 9))
        #expect(try await vault.verify(.right) == .unlocked)
        #expect(vault.isLocked)
        #expect(try await vault.attempts().failures == 0)
    }
}
