import Foundation
import LatchkeyBiometrics
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// Biometrics without a passcode: enabling, disabling and unlocking.
struct BiometricsAloneTests {
    private let device = Device()

    @Test("C16 biometrics-only protection requires a vault without app data")
    func biometricsOnlyProtectionRequiresAVaultWithoutAppData() async throws {
        let vault = device.vault()
        try await vault.create(.openForTokens)
        let token = try vault.sealReplaceable(Data("token".utf8), for: "tokens")
        for _ in 0..<2 {
            #expect(vault.needsPasscodeForData)
            #expect(throws: VaultError.passcodeNeeded) { try vault.seal(Data("note".utf8), for: "notes") }
            try await vault.enableOnlyBiometrics()
            #expect(throws: VaultError.passcodeNeeded) { try vault.seal(Data("note".utf8), for: "notes") }
            vault.lock()
            await #expect(throws: VaultError.locked) { try await vault.openUnprotected() }
            #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
            #expect(try vault.open(token, for: "tokens") == Data("token".utf8))
            try await vault.disableOnlyBiometrics()
        }
        try await vault.acceptAppData()
        #expect(!vault.needsPasscodeForData)
        let note = try vault.seal(Data("note".utf8), for: "notes")
        await #expect(throws: VaultError.passcodeNeeded) { try await vault.enableOnlyBiometrics() }
        let next = device.vault()
        #expect(try await next.prepare() == .open)
        try await next.openUnprotected()
        #expect(try next.open(note, for: "notes") == Data("note".utf8))
        await #expect(throws: VaultError.passcodeNeeded) { try await next.enableOnlyBiometrics() }
    }

    @Test("C16 biometrics-only protection is unavailable after removing a passcode")
    func biometricsOnlyProtectionIsUnavailableAfterRemovingAPasscode() async throws {
        let vault = try await device.unlockedVault()
        await #expect(throws: VaultError.passcodeNeeded) { try await vault.enableOnlyBiometrics() }
        #expect(try await vault.removePasscode(.right) == .unlocked)
        await #expect(throws: VaultError.passcodeNeeded) { try await vault.enableOnlyBiometrics() }
        _ = try vault.seal(Data("note".utf8), for: "notes")
    }

    @Test("C8 the vault opens after interrupted enabling of biometrics-only protection")
    func theVaultOpensAfterInterruptedEnablingOfBiometricsOnlyProtection() async throws {
        for writes in 0..<10 {
            let device = Device()
            let vault = device.vault()
            try await vault.create(.openForTokens)
            let token = try vault.sealReplaceable(Data("token".utf8), for: "tokens")
            let before = device.storage.writes
            device.storage.with { $0.writesUntilDeath = before + writes }
            try? await vault.enableOnlyBiometrics()
            let isWhole = device.storage.writes < before + writes
            device.storage.with { $0.writesUntilDeath = nil }
            let next = device.vault()
            switch try await next.prepare() {
            case .open: try await next.openUnprotected()
            case .biometricsOnly: #expect(try await next.unlockWithBiometrics(reason: "test") == .unlocked)
            case let other: Issue.record("\(other) after \(writes)")
            }
            #expect(try next.open(token, for: "tokens") == Data("token".utf8), "after \(writes)")
            if isWhole { return #expect(writes >= 2) }
        }
        Issue.record("never ends")
    }

    @Test("C6 biometrics require storage that supports the app's enrolment policy")
    @MainActor func biometricsRequireStorageThatSupportsTheAppsEnrolmentPolicy() async throws {
        for (levels, isOffered) in [([.biometry(.anyEnrolment)], true), ([.biometry(.currentEnrolment)], false)]
            as [(Set<SecureStorageAccess>, Bool)]
        {
            let storage = MockSecureStorage(supporting: SecureStorageAccess.withoutMatch.union(levels))
            let platform = LockPlatform(
                storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: MockBiometricAuth(),
                enrolment: .anyEnrolment, sources: []
            ).withCheapPasscodes
            let lock = AppLock.device(platform, reason: "Open the test.", afterTenFailures: .erase)
            await lock.start()
            #expect(lock.isBiometricAvailable == isOffered)
            #expect(await lock.setPasscode(.right) == .done)
            guard isOffered else { continue }
            #expect(await lock.setBiometric(enabled: true, confirming: .right) == .done)
            let slot = MockSecureStorage.Call.save(key: "latchkey.biometric", access: .biometry(.anyEnrolment))
            #expect(await storage.calls.contains(slot))
        }
    }
}
