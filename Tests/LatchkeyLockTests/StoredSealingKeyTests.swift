import Crypto
import Foundation
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

/// The stored sealing key, which an attacker with write access may replace.
struct StoredSealingKeyTests {
    private static let item = "latchkey.sealing-key"
    private let device = Device()
    private let note = Data("a note".utf8)

    /// Returns a locked vault with a stored sealing key.
    private func lockedVault() async throws -> Vault {
        let vault = try await device.unlockedVault(biometrics: true)
        try await vault.storeSealingKey()
        vault.lock()
        return vault
    }

    /// Replaces this vault's key with that of an attacker's vault. Returns the attacker's unlocked vault.
    private func plant(proof: [UInt8] = [UInt8](repeating: 7, count: 32)) async throws -> Vault {
        let thief = try await Device().unlockedVault()
        device.storage.set(Array(try thief.sealingKey().rawRepresentation) + proof, for: Self.item)
        return thief
    }

    @Test("C1 another process can seal while the vault is locked")
    func anotherProcessCanSealWhileTheVaultIsLocked() async throws {
        let vault = try await lockedVault()
        let key = try #require(try await device.vault().depositKey())
        let sealed = try key.seal(note, for: "notes")
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(try vault.openDeposited(sealed, for: "notes") == note)
        #expect(try vault.sealingKey() == key && !vault.isSealingKeyAltered)
        await #expect(throws: VaultError.locked) { try await device.vault().storeSealingKey() }
    }

    @Test("C14 a forged key never seals and is replaced at unlock")
    func aForgedKeyNeverSealsAndIsReplacedAtUnlock() async throws {
        _ = try await lockedVault()
        _ = try await plant()
        let vault = device.vault()
        await #expect(throws: VaultError.sealingKeyChanged) { try await vault.depositKey() }
        let next = device.vault()
        #expect(try await next.unlock(with: .right) == .unlocked)
        #expect(next.isSealingKeyAltered)
        next.acknowledgeAlteredSealingKey()
        next.lock()
        #expect(try await next.unlock(with: .right) == .unlocked)
        #expect(!next.isSealingKeyAltered)
        #expect(try await device.vault().depositKey() == next.sealingKey())
    }

    @Test("C14 data sealed with a forged key is rejected after unlock")
    func dataSealedWithAForgedKeyIsRejectedAfterUnlock() async throws {
        let vault = try await lockedVault()
        let header = try await vault.requireHeader()
        let planted = try await Device().unlockedVault().sealingKey()
        let forged = try await vault.bind(
            SymmetricKey(data: planted.rawRepresentation), label: StoredSealingKey.label + header.vaultID)
        _ = try await plant()
        device.storage.set(
            Array(planted.rawRepresentation) + forged.withUnsafeBytes { Array($0) }, for: Self.item)
        let next = device.vault()
        let key = try #require(try await next.depositKey())
        #expect(key == planted, "no one can tell while locked")
        let sealed = try key.seal(note, for: "notes")
        #expect(try await next.unlock(with: .right) == .unlocked)
        #expect(next.isSealingKeyAltered)
        #expect(throws: VaultError.damaged) { try next.openDeposited(sealed, for: "notes") }
        #expect(try await device.vault().depositKey() == next.sealingKey())
    }

    @Test("C14 a process keeps its key and detects a forged one")
    func aProcessKeepsItsKeyAndDetectsAForgedOne() async throws {
        let vault = try await lockedVault()
        #expect(try await vault.depositKey() != nil && !vault.isSealingKeyAltered)
        let thief = try await plant()
        let key = try #require(try await vault.depositKey())
        #expect(vault.isSealingKeyAltered && vault.isLocked)
        let sealed = try key.seal(note, for: "notes")
        #expect(throws: VaultError.damaged) { try thief.openDeposited(sealed, for: "notes") }
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(try vault.openDeposited(sealed, for: "notes") == note)
    }

    @Test("C14 every unlock method verifies the stored key", arguments: ["match", "recovery", "none", "remove"])
    func everyUnlockMethodVerifiesTheStoredKey(way: String) async throws {
        _ = try await lockedVault()
        if way == "none" { _ = try await device.vault().removePasscode(.right) }
        _ = try await plant()
        let vault = device.vault()
        switch way {
        case "match": #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
        case "recovery": #expect(try await vault.recover(with: .test, setting: .other))
        case "remove": #expect(try await vault.removePasscode(.right) == .unlocked)
        default: try await vault.openUnprotected()
        }
        #expect(!vault.isLocked && vault.isSealingKeyAltered)
        #expect(try await device.vault().depositKey() == vault.sealingKey())
    }

    @Test func theNextVaultDoesNotReuseAnErasedVaultsKey() async throws {
        let vault = try await lockedVault()
        let former = try await vault.depositKey()
        try await vault.erase()
        #expect(try await vault.depositKey() == nil)
        #expect(device.storage.keys.isEmpty)
        try await vault.create(.passcode(.other))
        vault.lock()
        #expect(try await vault.depositKey() != former)
        #expect(try await device.vault().depositKey() == nil, "stored on request")
        #expect(!vault.isSealingKeyAltered)
    }

    @Test func cachedKeysOfErasedVaultsNeverSeal() async throws {
        let vault = try await lockedVault()
        let other = device.vault()
        try await other.erase()
        try await other.create(.passcode(.other))
        #expect(try await vault.depositKey() == nil)
        try await other.storeSealingKey()
        #expect(try await vault.depositKey() == other.sealingKey())
        #expect(!vault.isSealingKeyAltered)
    }

    @Test("C10 sealing key of an earlier installation causes no warning")
    func sealingKeyOfAnEarlierInstallationCausesNoWarning() async throws {
        _ = try await lockedVault()
        device.marker?.set(nil)
        let vault = device.vault()
        #expect(try await vault.depositKey() == nil)
        try await vault.create(.passcode(.other))
        try await vault.storeSealingKey()
        #expect(!vault.isSealingKeyAltered)
    }

    @Test("C4 an unreadable stored key seals nothing and blocks no unlock")
    func anUnreadableStoredKeySealsNothingAndBlocksNoUnlock() async throws {
        let vault = try await lockedVault()
        device.storage.with { $0.failure = .locked }
        await #expect(throws: VaultError.storage(.locked)) { try await device.vault().depositKey() }
        device.storage.with { $0.failure = nil }
        device.storage.with { $0.records[Self.item] = Data("torn".utf8) }
        await #expect(throws: VaultError.self) { try await device.vault().depositKey() }
        #expect(try await vault.unlock(with: .right) == .unlocked)
    }
}
