import Foundation
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// Migration of the passcode that the core service's document stores.
struct LegacyPasscodeTests {
    private let device = Device()

    @Test("C3 legacy record is accepted once and replaced")
    func legacyRecordIsAcceptedOnceAndReplaced() async throws {
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

    @Test("C3 wrong attempts on a legacy record cause the same delays")
    func wrongAttemptsOnALegacyRecordCauseTheSameDelays() async throws {
        var device = device
        let legacy = TestLegacy(LegacyPasscode(hash: FormatVectorsLegacy.hash, salt: FormatVectorsLegacy.salt))
        device.legacy = legacy
        let vault = device.vault()
        for _ in 1...4 { _ = try await vault.unlock(with: .wrong) }
        #expect(try await vault.unlock(with: .right) == .wait(until: device.clock.reading().wall + 5))
        #expect(legacy.isThere)
        device.clock.advance(by: .seconds(5))
        #expect(try await vault.unlock(with: .right) == .unlocked)
    }

    @Test("C3 ten failures on a legacy record require recovery or erase", arguments: [true, false])
    func tenFailuresOnALegacyRecordRequireRecoveryOrErase(erases: Bool) async throws {
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

    @Test(
        "C3 a correct tenth legacy attempt creates a vault despite races",
        arguments: [AttemptPolicy.destroySlots, .erase])
    func aCorrectTenthLegacyAttemptCreatesAVaultDespiteRaces(policy: AttemptPolicy) async throws {
        for step in 0..<40 {
            let seam = Seam()
            var device = Device(storage: TestStorage { await seam.step() }, marker: nil)
            let legacy = TestLegacy(LegacyPasscode(hash: FormatVectorsLegacy.hash, salt: FormatVectorsLegacy.salt))
            (device.legacy, device.policy) = (legacy, policy)
            let (vault, other) = (device.vault(), device.vault())
            for _ in 1...9 {
                _ = try await vault.unlock(with: .wrong)
                device.clock.advance(by: .seconds(160))
            }
            seam.arm(at: step) { _ = try? await other.unlock(with: .right) }
            _ = try? await vault.unlock(with: .right)
            let isDone = seam.steps <= step
            seam.arm(at: -1) {}
            device.clock.advance(by: .seconds(160))
            let next = device.vault()
            #expect(try await next.prepare() == .passcode(biometrics: false), "step \(step)")
            #expect(try await next.unlock(with: .right) == .unlocked, "step \(step)")
            if isDone { return #expect(step >= 4) }
        }
        Issue.record("never ends")
    }

    @Test(
        "C3 an interrupted tenth legacy attempt exhausts attempts after its wait",
        arguments: [AttemptPolicy.destroySlots, .erase])
    func anInterruptedTenthLegacyAttemptExhaustsAttemptsAfterItsWait(policy: AttemptPolicy) async throws {
        var device = device
        let legacy = TestLegacy(LegacyPasscode(hash: FormatVectorsLegacy.hash, salt: FormatVectorsLegacy.salt))
        (device.legacy, device.policy) = (legacy, policy)
        let vault = device.vault()
        for _ in 1...9 {
            _ = try await vault.unlock(with: .wrong)
            device.clock.advance(by: .seconds(160))
        }
        // Reserved but never settled.
        _ = try await vault.limiter.take()
        #expect(try await vault.unlock(with: .right) == .exhausted)
        device.clock.advance(by: .milliseconds(159_999))
        #expect(try await vault.unlock(with: .right) == .exhausted)
        #expect(legacy.isThere)
        #expect(try await device.vault().prepare() == .passcode(biometrics: false))
        device.clock.advance(by: .milliseconds(1))
        #expect(try await vault.unlock(with: .right) == .exhausted)
        #expect(!legacy.isThere)
        #expect(try await device.vault().prepare() == (policy == .erase ? .absent : .awaitingRecovery))
    }

    @MainActor @Test func changingALegacyPasscodeRequiresTheFormerPasscode() async throws {
        var device = device
        device.legacy = TestLegacy(LegacyPasscode(hash: FormatVectorsLegacy.hash, salt: FormatVectorsLegacy.salt))
        let service = device.service()
        await service.start()
        #expect(await service.setPasscode(.other) == .passcodeNeeded)
        #expect(await service.setPasscode(.other, replacing: .right) == .done)
        #expect(device.legacy?.isThere == false)
        #expect(await service.unlock(with: .other) == .unlocked)
    }

    @Test func malformedLegacyHashesAreRejected() {
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
