import Foundation
import LatchkeyBiometrics
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// The effects of a biometric match on the vault.
struct BiometricTests {
    private let device = Device()

    @Test("C6 a match releases the key")
    func aMatchReleasesTheKey() async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        let note = try vault.seal(Data("note".utf8), for: "notes")
        vault.lock()
        #expect(throws: VaultError.locked) { try vault.open(note, for: "notes") }
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
        #expect(try vault.open(note, for: "notes") == Data("note".utf8))
    }

    @Test("C6 MASVS-AUTH-2 a successful reader match cannot bypass storage access control")
    func aSuccessfulReaderMatchCannotBypassStorageAccessControl() async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        vault.lock()
        device.reader.respond(.authenticated)
        device.storage.with { $0.match = .authenticationFailed }
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .failed)
        #expect(vault.isLocked)
    }

    @Test("C6 a changed enrolment requires the passcode once before matching again")
    func aChangedEnrolmentRequiresThePasscodeOnceBeforeMatchingAgain() async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        vault.lock()
        device.storage.with { $0.enrolment += 1 }
        let next = device.vault()
        #expect(try await next.prepare() == .passcode(biometrics: true))
        #expect(try await next.unlockWithBiometrics(reason: "test") == .passcodeNeeded)
        #expect(try await next.attempts().failures == 0)
        #expect(try await next.unlock(with: .right) == .unlocked)
        next.lock()
        #expect(try await next.unlockWithBiometrics(reason: "test") == .unlocked)
    }

    @Test("C6 an elapsed passcode interval requires the passcode before biometrics")
    func anElapsedPasscodeIntervalRequiresThePasscodeBeforeBiometrics() async throws {
        var device = device
        device.passcodeInterval = .seconds(86_400)
        _ = try await device.unlockedVault(biometrics: true)
        device.clock.advance(by: .seconds(86_399))
        var vault = device.vault()
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked, "a match does not begin it anew")
        device.clock.advance(by: .seconds(1))
        vault = device.vault()
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .passcodeNeeded)
        #expect(try await vault.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .passcodeNeeded)
        #expect(try await vault.unlock(with: .right) == .unlocked)
        vault.lock()
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
        device.clock.changeWall(by: .seconds(-60))
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .passcodeNeeded, "the clock was set back")
    }

    @Test("C6 wrong passcode does not re-enable biometrics after enrolment change")
    func wrongPasscodeDoesNotReEnableBiometricsAfterEnrolmentChange() async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        vault.lock()
        device.storage.with { $0.enrolment += 1 }
        #expect(try await vault.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .passcodeNeeded)
    }

    @Test(
        "C6 failed biometric prompts change neither lock nor attempt count",
        arguments: [
            (SecureStorageError.cancelled, BiometricUnlockOutcome.cancelled), (.authenticationFailed, .failed),
            (.matchUnavailable(.notInteractive), .notPrompted),
        ])
    func failedBiometricPromptsChangeNeitherLockNorAttemptCount(
        error: SecureStorageError, outcome: BiometricUnlockOutcome
    ) async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        vault.lock()
        device.storage.with { $0.match = error }
        for _ in 0..<12 { #expect(try await vault.unlockWithBiometrics(reason: "test") == outcome) }
        #expect(vault.isLocked)
        #expect(try await vault.attempts().failures == 0)
        #expect(try await vault.unlock(with: .right) == .unlocked)
    }

    @Test(
        "C6 reader errors are distinguished and show no prompt",
        arguments: [
            (BiometricAuthError.lockout, BiometricUnlockOutcome.lockedOut), (.userFallback, .passcodeRequested),
            (.notEnrolled, .unavailable(.notEnrolled)), (.notAvailable, .unavailable(.notAvailable)),
            (.devicePasscodeNotSet, .unavailable(.devicePasscodeNotSet)),
            (.userCanceled, .cancelled), (.appCanceled, .notPrompted), (.systemCanceled, .notPrompted),
            (.systemError(code: 1, text: ""), .failed),
        ])
    func readerErrorsAreDistinguishedAndShowNoPrompt(error: BiometricAuthError, outcome: BiometricUnlockOutcome)
        async throws
    {
        let vault = try await device.unlockedVault(biometrics: true)
        vault.lock()
        device.reader.set(.failure(error))
        #expect(try await vault.unlockWithBiometrics(reason: "test") == outcome)
        #expect(device.storage.with { $0.prompts } == 0)
        #expect(vault.isLocked)
    }

    @Test("C6 a prompt that cannot be shown reports system cancellation")
    func aPromptThatCannotBeShownReportsSystemCancellation() async throws {
        let slot = StoredBiometricKey(storage: device.storage, biometrics: device.reader)
        try await slot.save(Data([1]))
        device.storage.with { $0.match = .matchUnavailable(.notInteractive) }
        guard case .rejected(let error) = try await slot.release(reason: "test", offersPasscode: false) else {
            Issue.record("released")
            return
        }
        #expect(error == .systemCanceled)
    }

    @Test("C6 unreadable storage is an error, not a changed enrolment")
    func unreadableStorageIsAnErrorNotAChangedEnrolment() async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        vault.lock()
        device.storage.with { $0.match = .locked }
        await #expect(throws: VaultError.storage(.locked)) { try await vault.unlockWithBiometrics(reason: "test") }
    }

    @Test("C6 enabling biometrics requires the passcode, and failures count")
    func enablingBiometricsRequiresThePasscodeAndFailuresCount() async throws {
        let vault = try await device.unlockedVault()
        #expect(try await vault.enableBiometrics(confirming: .wrong) == .wrong(remaining: 9))
        #expect(try await vault.prepare() == .passcode(biometrics: false))
        #expect(device.storage.bytes("latchkey.biometric") == nil)
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .notEnabled)
        #expect(try await vault.enableBiometrics(confirming: .right) == .unlocked)
        #expect(try await vault.prepare() == .passcode(biometrics: true))
    }

    @Test("C6 without slot storage biometrics stay disabled and cost no attempt")
    func withoutSlotStorageBiometricsStayDisabledAndCostNoAttempt() async throws {
        let bare = Vault.Parts(
            storage: device.storage, device: StoredDeviceSecret(storage: device.storage), biometrics: nil,
            installation: nil, policy: .unlimited, clock: device.clock)
        let vault = Vault(bare, parameters: try #require(Device.cheap))
        try await vault.create(.passcode(.right))
        await #expect(throws: VaultError.noBiometrics) { try await vault.enableBiometrics(confirming: .wrong) }
        #expect(try await vault.attempts().failures == 0)
        #expect(try await vault.prepare() == .passcode(biometrics: false))
        let service = await PasscodeService(vault: vault, biometrics: device.reader, reason: "Unlock the test.")
        await service.start()
        #expect(await service.unlock(with: .right) == .unlocked)
        #expect(await service.setBiometric(enabled: true, confirming: .right) == .unavailable(.notAvailable))
        #expect(await !service.isBiometricEnabled)
    }

    @Test("C6 a biometric slot of an earlier passcode opens nothing")
    func aBiometricSlotOfAnEarlierPasscodeOpensNothing() async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        let old = try #require(device.storage.bytes("latchkey.biometric"))
        #expect(try await vault.changePasscode(from: .right, to: .other) == .unlocked)
        vault.lock()
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked, "the new one does")
        vault.lock()
        device.storage.set(old, for: "latchkey.biometric")
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .passcodeNeeded)
        #expect(vault.isLocked)
    }

    @Test func disablingRemovesTheSlot() async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        try await vault.disableBiometrics()
        #expect(device.storage.bytes("latchkey.biometric") == nil)
        vault.lock()
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .notEnabled)
        await #expect(throws: VaultError.locked) { try await vault.disableBiometrics() }
    }

    @Test("C6 a forged biometric flag cannot unlock with a leftover slot")
    func aForgedBiometricFlagCannotUnlockWithALeftoverSlot() async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        let leftover = try #require(device.storage.bytes("latchkey.biometric"))
        try await vault.disableBiometrics()
        vault.lock()
        var header = try await vault.requireHeader()
        header.isBiometric = true
        device.storage.set(header.bytes, for: "latchkey.vault")
        device.storage.set(leftover, for: "latchkey.biometric")
        await #expect(throws: VaultError.damaged) { try await vault.unlockWithBiometrics(reason: "test") }
        #expect(vault.isLocked)
    }

    /// Returns a vault for a prompt that waits for the test's result, and a second vault of the same storage that is
    /// already unlocked.
    private func prompted() async throws -> (vault: Vault, other: Vault, reader: GatedReader) {
        let reader = GatedReader()
        var device = device
        device.isReaderGated = true
        let other = try await device.unlockedVault(biometrics: true)
        let parts = Vault.Parts(
            storage: device.storage, device: StoredDeviceSecret(storage: device.storage),
            biometrics: ReaderGatedBiometricKey(storage: device.storage, biometrics: reader),
            installation: device.marker, policy: device.policy, clock: device.clock)
        return (Vault(parts, parameters: try #require(Device.cheap)), other, reader)
    }

    @Test("C6 biometrics disabled during the prompt do not unlock")
    func biometricsDisabledDuringThePromptDoNotUnlock() async throws {
        let (vault, other, reader) = try await prompted()
        let leftover = try #require(device.storage.bytes("latchkey.biometric"))
        async let outcome = vault.unlockWithBiometrics(reason: "test")
        await reader.waitUntilPrompted(1)
        try await other.disableBiometrics()
        device.storage.set(leftover, for: "latchkey.biometric")
        reader.respond(.authenticated)
        #expect(try await outcome == .notEnabled)
        #expect(vault.isLocked)
    }

    @Test("C6 a match unlocks after the passcode changes during the prompt")
    func aMatchUnlocksAfterThePasscodeChangesDuringThePrompt() async throws {
        let (vault, other, reader) = try await prompted()
        async let outcome = vault.unlockWithBiometrics(reason: "test")
        await reader.waitUntilPrompted(1)
        #expect(try await other.changePasscode(from: .right, to: .other) == .unlocked)
        reader.respond(.authenticated)
        #expect(try await outcome == .unlocked)
    }

    @Test("C6 unlocking never restores a biometric key deleted by another process")
    func unlockingNeverRestoresABiometricKeyDeletedByAnotherProcess() async throws {
        let deleted = Counter()
        for step in 0..<40 {
            let seam = Seam()
            let device = seam.device()
            let other = try await device.unlockedVault(biometrics: true)
            // Invalidates the key, so that the unlock creates it again.
            device.storage.with { $0.enrolment += 1 }
            seam.arm(at: step) { if (try? await other.disableBiometrics()) != nil { deleted.increment() } }
            #expect(try await device.vault().unlock(with: .right) == .unlocked)
            seam.arm(at: -1) {}
            guard try await !device.vault().requireHeader().isBiometric else { continue }
            #expect(device.storage.bytes("latchkey.biometric") == nil, "step \(step)")
        }
        #expect(deleted.value >= 5)
    }

    @Test("C6 a passcode unlock does not restore a deleted biometric key")
    func aPasscodeUnlockDoesNotRestoreADeletedBiometricKey() async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        vault.lock()
        try await vault.deleteBiometricSecret()
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(device.storage.bytes("latchkey.biometric") == nil)
        #expect(try await vault.enableBiometrics(confirming: .right) == .unlocked)
        vault.lock()
        device.storage.with { $0.enrolment += 1 }
        #expect(try await vault.unlock(with: .right) == .unlocked)
        vault.lock()
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked, "turned on anew")
    }

    @Test("C6 ASVS-6.5.7 slot on Linux is read only after a match")
    func slotOnLinuxIsReadOnlyAfterAMatch() async throws {
        var linux = Device()
        linux.isReaderGated = true
        let vault = try await linux.unlockedVault(biometrics: true)
        vault.lock()
        linux.reader.respond(.rejected(.authenticationFailed))
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .failed)
        linux.reader.respond(.rejected(.userCanceled))
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .cancelled)
        #expect(vault.isLocked)
        linux.reader.respond(.authenticated)
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
    }
}
