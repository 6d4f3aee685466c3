import Foundation
import LatchkeyPasscode
import Testing

@testable import LatchkeyLock

/// Requirement 01's record, which is taken once.
struct LegacyPasscodeTests {
    private let device = Device()

    @Test("C3 requirement 01's record is accepted once and replaced")
    func legacyRecord() async throws {
        var device = device
        // printf '481920c2FsdA==' | sha256sum
        let record = try #require(
            LegacyPasscode(hash: FormatVectorsLegacy.hash, salt: FormatVectorsLegacy.salt))
        let legacy = TestLegacy(record)
        device.legacy = legacy
        let vault = device.vault()
        #expect(try await vault.prepare() == .passcode(biometrics: false))
        await #expect(throws: VaultError.passcodeExists) { try await vault.create(.open) }
        #expect(try await vault.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(try await device.vault().attempts().failures == 1, "counted durably")
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(!legacy.isThere)
        let next = device.vault()
        #expect(try await next.prepare() == .passcode(biometrics: false))
        #expect(try await next.unlock(with: .right) == .unlocked)
    }

    @Test("C3 ten failures on requirement 01's record await recovery, never no passcode", arguments: [true, false])
    func legacyExhausted(erases: Bool) async throws {
        var device = device
        let record = try #require(LegacyPasscode(hash: FormatVectorsLegacy.hash, salt: FormatVectorsLegacy.salt))
        device.legacy = TestLegacy(record)
        device.policy = erases ? .erase : .destroySlots
        let vault = device.vault()
        for _ in 1...9 {
            _ = try await vault.unlock(with: .wrong)
            device.clock.advance(by: .seconds(160))
        }
        #expect(try await vault.unlock(with: .wrong) == .exhausted)
        #expect(try await device.vault().prepare() == (erases ? .absent : .awaitingRecovery))
        #expect(device.legacy?.isThere == false)
    }

    @Test func legacyRecordsAreChecked() {
        let hash = String(repeating: "0", count: 64)
        #expect(LegacyPasscode(hash: hash, salt: "") != nil)
        #expect(LegacyPasscode(hash: String(hash.dropLast()), salt: "") == nil)
        #expect(LegacyPasscode(hash: hash + "0", salt: "") == nil)
        #expect(LegacyPasscode(hash: String(hash.dropLast()) + "g", salt: "") == nil)
        #expect(LegacyPasscode(hash: String(repeating: "٣", count: 32), salt: "") == nil)
    }
}

enum FormatVectorsLegacy {
    static let salt = "c2FsdA=="
    static let hash = "1b6f4bb0b744c04b6b0963f4bb9f4be96c1e52c87e094c167d5cd6b47002a6c2"
}
