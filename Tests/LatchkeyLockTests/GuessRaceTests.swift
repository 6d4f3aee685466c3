import Foundation
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// Concurrent attempts of two processes.
struct GuessRaceTests {
    private let seam = Seam()

    @Test("C2 concurrent attempts in two vaults never exceed the limit")
    func concurrentAttemptsInTwoVaultsNeverExceedTheLimit() async throws {
        let device = Device()
        _ = try await device.unlockedVault()
        let before = device.stretches.value
        let vaults = [device.vault(), device.vault()]
        for _ in 0..<8 {
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<20 {
                    group.addTask { _ = try? await vaults[index % 2].unlock(with: .wrong) }
                }
            }
            device.clock.advance(by: .seconds(160))
        }
        #expect(device.stretches.value - before == 10)
        #expect(try await device.vault().prepare() == .awaitingRecovery)
    }

    /// Enters nine wrong passcodes, each after its delay.
    private func spendNine(_ device: Device) async throws {
        let vault = device.vault()
        for _ in 1...9 {
            _ = try await vault.unlock(with: .wrong)
            device.clock.advance(by: .seconds(160))
        }
    }

    @Test(
        "C3 a correct tenth attempt keeps slots despite concurrent exhaustion",
        arguments: [AttemptPolicy.destroySlots, .erase])
    func aCorrectTenthAttemptKeepsSlotsDespiteConcurrentExhaustion(policy: AttemptPolicy) async throws {
        for step in 0..<40 {
            var device = seam.device()
            device.policy = policy
            let first = try await device.unlockedVault(biometrics: true, recovery: policy == .destroySlots)
            let note = try first.seal(Data("note".utf8), for: "notes")
            try await spendNine(device)
            let (vault, other) = (device.vault(), device.vault())
            seam.arm(at: step) {
                _ = try? await other.unlock(with: .wrong)
                _ = try? await other.prepare()
            }
            let outcome: UnlockOutcome
            do { outcome = try await vault.unlock(with: .right) } catch {
                // The other process failed the tenth attempt, which erased everything.
                #expect(policy == .erase && step < 4 && device.storage.keys.isEmpty, "\(error) at step \(step)")
                continue
            }
            let isDone = seam.steps <= step
            if outcome == .exhausted {
                // The other process failed the tenth attempt.
                #expect(step < 4 && !isDone)
                continue
            }
            #expect(outcome == .unlocked, "step \(step)")
            let next = device.vault()
            #expect(try await next.prepare() == .passcode(biometrics: true), "step \(step)")
            device.clock.advance(by: .seconds(160))
            #expect(try await next.unlock(with: .right) == .unlocked, "step \(step)")
            #expect(try next.open(note, for: "notes") == Data("note".utf8))
            next.lock()
            #expect(try await next.unlockWithBiometrics(reason: "test") == .unlocked, "step \(step)")
            if isDone { return #expect(step >= 8) }
        }
        Issue.record("never ends")
    }

    @Test("C3 a correct tenth attempt during slot destruction keeps the slots")
    func aCorrectTenthAttemptDuringSlotDestructionKeepsTheSlots() async throws {
        for step in 0..<40 {
            let storageDevice = seam.device()
            _ = try await storageDevice.unlockedVault()
            try await spendNine(storageDevice)
            let (reached, gate) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
            var slow = storageDevice
            slow.onStretch = {
                reached.continuation.finish()
                for await _ in gate.stream {}
            }
            let vault = slow.vault()
            let right = Task { try await vault.unlock(with: .right) }
            for await _ in reached.stream {}
            // The tenth attempt is reserved but not evaluated yet.
            let other = storageDevice.vault()
            seam.arm(at: step) {
                gate.continuation.finish()
                _ = try? await right.value
            }
            let outcome = try await other.unlock(with: .wrong)
            let isDone = seam.steps <= step
            // Disarmed, so that the correct attempt does not wait for itself.
            seam.arm(at: -1) {}
            gate.continuation.finish()
            #expect(try await right.value == .unlocked, "step \(step)")
            #expect([.exhausted, .wrong(remaining: 9)].contains(outcome), "step \(step)")
            let next = storageDevice.vault()
            #expect(try await next.prepare() == .passcode(biometrics: false), "step \(step)")
            #expect(try await next.unlock(with: .right) == .unlocked, "step \(step)")
            if isDone { return #expect(step >= 4) }
        }
        Issue.record("never ends")
    }

    @Test("C3 the tenth failure destroys slots despite concurrent vault changes")
    func theTenthFailureDestroysSlotsDespiteConcurrentVaultChanges() async throws {
        let device = seam.device()
        let vault = try await device.unlockedVault()
        let other = device.vault()
        for _ in 1...9 {
            _ = try await other.unlock(with: .wrong)
            device.clock.advance(by: .seconds(160))
        }
        // After the derivation, immediately before the slots are destroyed.
        seam.arm(at: 5) { try? await vault.setTimeout(.oneHour) }
        #expect(try await other.unlock(with: .wrong) == .exhausted)
        #expect(try await other.prepare() == .awaitingRecovery)
        #expect(try await other.recover(with: .test, setting: .other))
        #expect(other.timeout == .oneHour, "the other's change was kept")
    }

    @Test("C2 a queued attempt can be cancelled at no cost")
    func aQueuedAttemptCanBeCancelledAtNoCost() async throws {
        var device = Device()
        _ = try await device.unlockedVault()
        let (reached, gate) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        device.onStretch = {
            reached.continuation.finish()
            for await _ in gate.stream {}
        }
        let vault = device.vault()
        let first = Task { try await vault.unlock(with: .right) }
        for await _ in reached.stream {}
        let second = Task { try await vault.unlock(with: .wrong) }
        second.cancel()
        await #expect(throws: VaultError.cancelled) { try await second.value }
        gate.continuation.finish()
        #expect(try await first.value == .unlocked)
        #expect(try await vault.attempts().failures == 0)
    }
}
