import Foundation
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// A vault without a passcode, which only a biometric match opens.
struct BiometricsOnlyVaultTests {
    private let device = Device()

    @Test("C6 biometrics-only vault never requires a passcode")
    func biometricsOnlyVaultNeverRequiresAPasscode() async throws {
        var device = device
        device.passcodeInterval = .seconds(1)
        let vault = device.vault()
        try await vault.create(.biometricsOnly)
        device.clock.advance(by: .seconds(86_400))
        vault.lock()
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
    }

    @Test("C4 lost slot of a biometrics-only vault requires recovery")
    func lostSlotOfABiometricsOnlyVaultRequiresRecovery() async throws {
        let vault = device.vault()
        try await vault.create(.biometricsOnly)
        let token = try vault.sealReplaceable(Data("token".utf8), for: "tokens")
        let next = device.vault()
        #expect(try await next.prepare() == .biometricsOnly)
        await #expect(throws: VaultError.locked) { try await next.openUnprotected() }
        #expect(try await next.unlock(with: .right) == .noPasscode)
        #expect(try await next.unlockWithBiometrics(reason: "test") == .unlocked)
        #expect(try next.open(token, for: "tokens") == Data("token".utf8))
        await #expect(throws: VaultError.noPasscode) { try await next.disableBiometrics() }
        // Both the passcode and a match can then unlock the vault.
        try await next.setPasscode(.right)
        next.lock()
        #expect(try await next.unlockWithBiometrics(reason: "test") == .unlocked)
        device.storage.with { $0.enrolment += 1 }
        let lost = Device()
        try await lost.vault().create(.biometricsOnly)
        lost.storage.with { $0.enrolment += 1 }
        #expect(try await lost.vault().prepare() == .awaitingRecovery)
    }

    @Test("C1 disabling biometrics-only protection requires an open vault")
    func disablingBiometricsOnlyProtectionRequiresAnOpenVault() async throws {
        let vault = device.vault()
        try await vault.create(.biometricsOnly)
        #expect(try await vault.isForTokensOnly())
        let token = try vault.sealReplaceable(Data("token".utf8), for: "tokens")
        vault.lock()
        await #expect(throws: VaultError.locked) { try await vault.disableOnlyBiometrics() }
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
        try await vault.disableOnlyBiometrics()
        #expect(device.storage.bytes("latchkey.biometric") == nil)
        let next = device.vault()
        #expect(try await next.prepare() == .open)
        #expect(try await !next.isForTokensOnly())
        try await next.openUnprotected()
        #expect(try next.open(token, for: "tokens") == Data("token".utf8))
        try await next.setPasscode(.right)
        await #expect(throws: VaultError.passcodeExists) { try await next.disableOnlyBiometrics() }
        _ = try await next.enableBiometrics(confirming: .right)
        await #expect(throws: VaultError.passcodeExists) { try await next.disableOnlyBiometrics() }
        #expect(try await !next.isForTokensOnly())
    }

    @Test("C16 a biometrics-only vault seals no app data without a passcode")
    func biometricsOnlyVaultSealsNoAppData() async throws {
        let vault = device.vault()
        try await vault.create(.biometricsOnly)
        #expect(throws: VaultError.passcodeNeeded) { try vault.seal(Data("note".utf8), for: "notes") }
        #expect(throws: VaultError.passcodeNeeded) { try vault.sealingKey() }
        await #expect(throws: VaultError.passcodeNeeded) { try await vault.storeSealingKey() }
        await #expect(throws: VaultError.passcodeNeeded) { try await vault.depositKey() }
        vault.lock()
        await #expect(throws: VaultError.passcodeNeeded) { try await vault.depositKey() }
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
        try await vault.setPasscode(.right)
        let note = try vault.seal(Data("note".utf8), for: "notes")
        #expect(try await !vault.isForTokensOnly())
        let next = device.vault()
        #expect(try await next.unlock(with: .right) == .unlocked)
        #expect(try next.open(note, for: "notes") == Data("note".utf8))
        try await next.storeSealingKey()
        #expect(try await next.depositKey() == next.sealingKey())
    }

    @Test func biometricsOnlyVaultIsNotCreatedWithoutBiometrics() async throws {
        let storage = TestStorage()
        let vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
                policy: .destroySlots), parameters: Device.cheap ?? .standard)
        await #expect(throws: VaultError.noBiometrics) { try await vault.create(.biometricsOnly) }
        #expect(try await vault.prepare() == .absent)
    }
}
