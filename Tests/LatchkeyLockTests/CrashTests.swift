import Foundation
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// Crash recovery: the process is killed after each write of each operation, and restarted.
struct CrashTests {
    @Test(
        "C8 C4 a crash leaves either the old or new passcode valid",
        arguments: operations)
    func aCrashLeavesEitherTheOldOrNewPasscodeValid(operation: Operation) async throws {
        for writes in 0..<100 {
            let device = Device(server: InMemoryUnlockServer())
            let vault = try await operation.begin(device)
            let note = try? vault.seal(Data("note".utf8), for: "notes")
            let before = device.storage.writes
            device.storage.with { $0.writesUntilDeath = before + writes }
            try? await operation.run(vault)
            await vault.keyRemoval?.value
            let isWhole = device.storage.writes < before + writes
            device.storage.with { $0.writesUntilDeath = nil }
            device.clock.advance(by: .seconds(3600))
            try await check(operation, device: device, note: note, after: writes)
            if isWhole { return #expect(writes > 0, "the operation writes") }
        }
        Issue.record("never ends")
    }

    private func check(_ operation: Operation, device: Device, note: Data?, after writes: Int) async throws {
        let vault = device.vault()
        #expect(vault.isLocked, "C1 a relaunch starts locked")
        let deposit = try? await vault.depositKey()?.seal(Data("draft".utf8), for: "drafts")
        let protection = try await vault.prepare()
        switch protection {
        case .absent:
            #expect(operation.mayBeAbsent, "absent after \(writes)")
            try await vault.create(.passcode(.right))
            return
        case .open:
            #expect(operation.mayBeOpen, "open after \(writes)")
            try await vault.openUnprotected()
        case .passcode(let biometrics):
            #expect(try await opens(vault, with: operation.passcodes), "no passcode works after \(writes)")
            if biometrics {
                vault.lock()
                // Killed between the writes of the two slots: the passcode is required once.
                if try await vault.unlockWithBiometrics(reason: "test") == .passcodeNeeded {
                    #expect(try await opens(vault, with: operation.passcodes))
                    vault.lock()
                    #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked, "after \(writes)")
                }
            }
        case .biometricsOnly where operation.mayHoldNothing:
            #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
        case .awaitingRecovery where operation.mayHoldNothing:
            try await vault.erase()
            return try await vault.create(.biometricsOnly)
        case .biometricsOnly, .awaitingRecovery, .shut:
            Issue.record("\(protection) after \(writes)")
        }
        if let deposit { #expect(try vault.openDeposited(deposit, for: "drafts") == Data("draft".utf8)) }
        // A vault with biometrics alone, in which nothing is sealed.
        if operation.mayHoldNothing { return }
        if let key = try await device.vault().depositKey() { #expect(try key == vault.sealingKey(), "after \(writes)") }
        if let note { #expect(try vault.open(note, for: "notes") == Data("note".utf8)) }
    }

    /// Returns whether exactly one of the passcodes works, within the attempts of an owner who tries both.
    private func opens(_ vault: Vault, with passcodes: [Passcode]) async throws -> Bool {
        var opened = 0
        for passcode in passcodes where try await vault.unlock(with: passcode) == .unlocked { opened += 1 }
        return opened == 1
    }

    @Test("C2 a killed process never gets more than ten evaluations", arguments: 0..<6)
    func aKilledProcessNeverGetsMoreThanTenEvaluations(writes: Int) async throws {
        let device = Device()
        _ = try await device.unlockedVault(biometrics: true)
        let before = device.stretches.value
        for _ in 0..<25 {
            device.storage.with { $0.writesUntilDeath = $0.writes + writes }
            _ = try? await device.vault().unlock(with: .wrong)
            device.storage.with { $0.writesUntilDeath = nil }
            device.clock.advance(by: .seconds(200))
        }
        #expect(device.stretches.value - before == (writes == 0 ? 0 : 10))
        let vault = device.vault()
        if writes == 0 {
            #expect(try await vault.unlock(with: .right) == .unlocked)
            return
        }
        #expect(try await vault.prepare() == .awaitingRecovery)
        #expect(try await vault.unlock(with: .right) == .exhausted)
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .notEnabled)
    }

    @Test("C3 an interrupted tenth failure still destroys the slots", arguments: 0..<6)
    func anInterruptedTenthFailureStillDestroysTheSlots(writes: Int) async throws {
        let device = Device()
        let vault = try await device.unlockedVault(biometrics: true)
        let note = try vault.seal(Data("note".utf8), for: "notes")
        for _ in 0..<9 {
            _ = try await vault.unlock(with: .wrong)
            device.clock.advance(by: .seconds(200))
        }
        // The first write reserves the attempt.
        device.storage.with { $0.writesUntilDeath = $0.writes + 1 + writes }
        _ = try? await vault.unlock(with: .wrong)
        device.storage.with { $0.writesUntilDeath = nil }
        device.clock.advance(by: .seconds(3600))
        let next = device.vault()
        if writes % 2 == 0 { #expect(try await next.prepare() == .awaitingRecovery) }
        #expect(try await [.notEnabled, .exhausted].contains(next.unlockWithBiometrics(reason: "test")))
        #expect(try await next.unlock(with: .right) == .exhausted)
        #expect(next.isLocked)
        #expect(try await next.recover(with: .test, setting: .other))
        #expect(try next.open(note, for: "notes") == Data("note".utf8))
    }

    @Test("C3 an interrupted tenth failure still deletes the biometric key")
    func anInterruptedTenthFailureStillDeletesTheBiometricKey() async throws {
        for writes in 0..<20 {
            var device = Device()
            device.isReaderGated = true
            let vault = try await device.unlockedVault(biometrics: true)
            for _ in 0..<9 {
                _ = try await vault.unlock(with: .wrong)
                device.clock.advance(by: .seconds(200))
            }
            // The first write reserves the attempt.
            let before = device.storage.writes + 1
            device.storage.with { $0.writesUntilDeath = before + writes }
            let outcome = try? await vault.unlock(with: .wrong)
            let isWhole = device.storage.writes < before + writes
            device.storage.with { $0.writesUntilDeath = nil }
            #expect(try await device.vault().prepare() == .awaitingRecovery, "after \(writes)")
            #expect(device.storage.bytes("latchkey.biometric") == nil, "after \(writes)")
            // The first write destroyed the slots, so the key is only a leftover.
            if writes >= 1 { #expect(outcome == .exhausted, "after \(writes)") }
            if isWhole { return #expect(writes >= 2) }
        }
        Issue.record("never ends")
    }

    @Test(
        "C3 an interrupted tenth failure still erases the vault")
    func anInterruptedTenthFailureStillErasesTheVault() async throws {
        for writes in 0..<20 {
            var device = Device()
            device.policy = .erase
            let vault = try await device.unlockedVault(biometrics: true, recovery: false)
            try await vault.storeSealingKey()
            for _ in 0..<9 {
                _ = try await vault.unlock(with: .wrong)
                device.clock.advance(by: .seconds(200))
            }
            // The first write reserves the attempt.
            let before = device.storage.writes + 1
            device.storage.with { $0.writesUntilDeath = before + writes }
            _ = try? await vault.unlock(with: .wrong)
            let isWhole = device.storage.writes < before + writes
            device.storage.with { $0.writesUntilDeath = nil }
            #expect(vault.isLocked)
            let next = device.vault()
            #expect(try await [.awaitingRecovery, .absent].contains(next.prepare()), "after \(writes)")
            #expect(await (try? next.unlockWithBiometrics(reason: "test")) ?? .notEnabled != .unlocked)
            #expect(await (try? next.unlock(with: .right)) ?? .exhausted == .exhausted, "after \(writes)")
            device.clock.advance(by: .seconds(200))
            #expect(try await next.prepare() == .absent, "after \(writes)")
            try await next.create(.passcode(.other))
            next.lock()
            #expect(try await next.unlock(with: .other) == .unlocked, "after \(writes)")
            #expect(try await next.depositKey() == next.sealingKey() && !next.isSealingKeyAltered)
            if isWhole { return #expect(writes >= 4, "several writes") }
        }
        Issue.record("never ends")
    }

    @Test("C8 vault cannot be opened after an interrupted erasure")
    func vaultCannotBeOpenedAfterAnInterruptedErasure() async throws {
        for writes in 0..<20 {
            let device = Device()
            let vault = try await device.unlockedVault(biometrics: true)
            try await vault.storeSealingKey()
            let slot = try #require(device.storage.bytes("latchkey.vault"))
            let before = device.storage.writes
            device.storage.with { $0.writesUntilDeath = before + writes }
            try? await vault.erase()
            let isWhole = device.storage.writes < before + writes
            device.storage.with { $0.writesUntilDeath = nil }
            let next = device.vault()
            if writes == 0 {
                #expect(device.storage.bytes("latchkey.vault") == slot, "not begun")
                continue
            }
            #expect(await (try? next.unlock(with: .right)) != .unlocked, "after \(writes)")
            #expect(await (try? next.unlockWithBiometrics(reason: "test")) != .unlocked, "after \(writes)")
            #expect(await (try? next.recover(with: .test, setting: nil)) != true, "after \(writes)")
            #expect(try await next.prepare() == .absent, "after \(writes)")
            // The device secret alone unlocks nothing, and a new vault reuses it.
            #expect(device.storage.keys.allSatisfy { $0 == "latchkey.device-secret" }, "after \(writes)")
            try await next.create(.passcode(.other))
            #expect(try await device.vault().unlock(with: .other) == .unlocked, "after \(writes)")
            if isWhole { return #expect(writes >= 5) }
        }
        Issue.record("never ends")
    }

    @Test("C8 recovery killed after any write can be repeated", arguments: 0..<6)
    func recoveryKilledAfterAnyWriteCanBeRepeated(writes: Int) async throws {
        let device = Device()
        let vault = try await device.unlockedVault()
        let note = try vault.seal(Data("note".utf8), for: "notes")
        device.storage.with { $0.writesUntilDeath = $0.writes + writes }
        _ = try? await vault.recover(with: .test, setting: .other)
        device.storage.with { $0.writesUntilDeath = nil }
        let next = device.vault()
        #expect(try await next.recover(with: .test, setting: .other))
        #expect(try next.open(note, for: "notes") == Data("note".utf8))
        next.lock()
        #expect(try await next.unlock(with: .other) == .unlocked)
    }
}
