import Foundation
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

/// Requirement 01's passcode in its original storage.
struct LegacySourceTests {
    private let storage = InMemorySecureStorage()
    private var source: StoredLegacyPasscode { StoredLegacyPasscode(storage: storage) }

    private func store(enabled: Bool = true) async throws {
        try await storage.save(FormatVectorsLegacy.hash, for: "passcodeHash")
        try await storage.save(FormatVectorsLegacy.salt, for: "passcodeSalt")
        try await storage.save(enabled, for: "passcodeEnabled")
        try await storage.save(true, for: "biometricEnabled")
    }

    private func vault(_ storage: TestStorage = TestStorage()) -> Vault {
        let parts = Vault.Parts(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
            legacy: source, policy: .destroySlots)
        return Vault(parts, parameters: Device.cheap ?? .standard)
    }

    @Test("C8 a legacy passcode is accepted once, then its records deleted")
    func aLegacyPasscodeIsAcceptedOnceThenItsRecordsDeleted() async throws {
        try await store()
        let vault = vault()
        #expect(try await vault.prepare() == .passcode(biometrics: false))
        #expect(try await vault.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(try await vault.unlock(with: .right) == .unlocked)
        for key in ["passcodeHash", "passcodeSalt", "passcodeEnabled", "biometricEnabled"] {
            #expect(try await !storage.exists(for: key), "\(key)")
        }
    }

    @Test func disabledOrAbsentLegacyPasscodeIsNotLoaded() async throws {
        #expect(try await source.load() == nil)
        try await store(enabled: false)
        #expect(try await source.load() == nil)
        #expect(try await vault().prepare() == .absent)
    }

    @Test(
        "C4 an incomplete or damaged record never means no passcode", arguments: ["passcodeHash", "passcodeSalt"])
    func anIncompleteOrDamagedRecordNeverMeansNoPasscode(key: String) async throws {
        try await store()
        try await storage.delete(for: key)
        await #expect(throws: VaultError.damaged) { _ = try await source.load() }
        await #expect(throws: VaultError.damaged) { _ = try await vault().prepare() }
        try await store()
        try await storage.save("0", for: "passcodeHash")
        await #expect(throws: VaultError.damaged) { _ = try await source.load() }
    }

    @Test("C4 an unrecognized enabled flag never means no passcode")
    func anUnrecognizedEnabledFlagNeverMeansNoPasscode() async throws {
        try await store()
        try await storage.save("maybe", for: "passcodeEnabled")
        await #expect(throws: VaultError.damaged) { _ = try await source.load() }
        await #expect(throws: VaultError.damaged) { _ = try await vault().prepare() }
    }

    @Test(arguments: ["true", "1", "YES"])
    func enabledFlagMayBeStoredAsText(flag: String) async throws {
        try await store()
        try await storage.save(flag, for: "passcodeEnabled")
        #expect(try await source.load() != nil)
    }

    @Test(arguments: ["false", "0", "no"])
    func disabledFlagMayBeStoredAsText(flag: String) async throws {
        try await store()
        try await storage.save(flag, for: "passcodeEnabled")
        #expect(try await source.load() == nil)
    }

    @Test("C8 app-specific record keys are read and deleted")
    func appSpecificRecordKeysAreReadAndDeleted() async throws {
        let keys = StoredLegacyPasscode.Keys(hash: "pin.hash", salt: "pin.salt", enabled: nil, others: ["pin.face"])
        let own = StoredLegacyPasscode(storage: storage, keys: keys)
        #expect(try await own.load() == nil)
        try await storage.save(FormatVectorsLegacy.salt, for: "pin.salt")
        #expect(try await own.load() == nil, "a salt alone is what an interrupted removal leaves")
        try await storage.save(FormatVectorsLegacy.hash, for: "pin.hash")
        try await storage.save(true, for: "pin.face")
        try await store()
        #expect(try await own.load() != nil)
        try await own.delete()
        for key in ["pin.hash", "pin.salt", "pin.face"] { #expect(try await !storage.exists(for: key), "\(key)") }
        #expect(try await storage.exists(for: "passcodeHash"), "another's")
    }

    @Test("C4 unreadable storage is never treated as no passcode")
    func unreadableStorageIsNeverTreatedAsNoPasscode() async throws {
        let broken = TestStorage()
        broken.with { $0.failure = .locked }
        await #expect(throws: VaultError.storage(.locked)) {
            _ = try await StoredLegacyPasscode(storage: broken).load()
        }
        await #expect(throws: VaultError.storage(.locked)) { try await StoredLegacyPasscode(storage: broken).delete() }
    }

    @Test("C8 an interrupted removal leaves no usable legacy record")
    func anInterruptedRemovalLeavesNoUsableLegacyRecord() async throws {
        let dying = TestStorage()
        try await dying.save(FormatVectorsLegacy.hash, for: "passcodeHash")
        try await dying.save(FormatVectorsLegacy.salt, for: "passcodeSalt")
        try await dying.save(true, for: "passcodeEnabled")
        dying.with { $0.writesUntilDeath = $0.writes + 1 }
        await #expect(throws: VaultError.self) { try await StoredLegacyPasscode(storage: dying).delete() }
        dying.with { $0.writesUntilDeath = nil }
        #expect(try await StoredLegacyPasscode(storage: dying).load() == nil)
    }
}
