import Foundation
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyLifecycle
import Testing

@testable import LatchkeyLock

/// Stops at every `await` of the vault that leaves it (storage, device secret, key derivation), and lets the test
/// choose what happens there.
private final class Seam: Sendable {
    private let state = Guarded<(steps: Int, at: Int?, action: (@Sendable () async -> Void)?)>((0, nil, nil))

    /// From now on counts steps, and does this at the step of that number.
    func arm(at step: Int, _ action: @escaping @Sendable () async -> Void) {
        state.withLock { $0 = (0, step, action) }
    }

    var steps: Int { state.withLock { $0.steps } }

    func step() async {
        let action = state.withLock { state -> (@Sendable () async -> Void)? in
            defer { state.steps += 1 }
            return state.steps == state.at ? state.action : nil
        }
        await action?()
    }
}

struct RaceTests {
    private let seam = Seam()

    private func device() -> Device {
        let seam = seam
        var device = Device(storage: TestStorage { await seam.step() })
        device.onStretch = { await seam.step() }
        return device
    }

    @Test("C5 a lock at any await of an unlock wins")
    func lockWinsEverywhere() async throws {
        let vault = try await device().unlockedVault()
        var step = 0
        while true {
            vault.lock()
            seam.arm(at: step) { vault.lock() }
            let outcome = try await vault.unlock(with: .right)
            if seam.steps <= step { break }
            #expect(outcome == .superseded, "lock at step \(step)")
            #expect(vault.isLocked, "lock at step \(step)")
            step += 1
        }
        // Reading, the device secret, the guess, the derivation, the device secret again, the settling.
        #expect(step >= 6)
        #expect(!vault.isLocked, "without a lock it opens")
    }

    @Test("C5 two unlocks and a lock at any await: whatever began before the lock stays out")
    func twoUnlocksAndALock() async throws {
        let vault = try await device().unlockedVault()
        var step = 0
        while true {
            vault.lock()
            seam.arm(at: step) { vault.lock() }
            async let first = vault.unlock(with: .right)
            async let second = vault.unlock(with: .right)
            let outcomes = try await [first, second]
            if seam.steps <= step { break }
            // The second may have been asked for before the lock or after it: what it answers must be so.
            #expect(outcomes.contains(.superseded), "lock at step \(step)")
            if !vault.isLocked { #expect(outcomes.contains(.unlocked)) }
            step += 1
        }
        #expect(step >= 12)
    }

    @Test("C5 both unlocks asked for before the lock: the one that ends after it stays out")
    func bothAskedBefore() async throws {
        let vault = try await device().unlockedVault()
        var step = 0
        while true {
            vault.lock()
            // Both persons saw this lock.
            let epoch = vault.holder.epoch
            seam.arm(at: step) { vault.lock() }
            let first = try await vault.unlock(with: .right, since: epoch)
            let second = try await vault.unlock(with: .right, since: epoch)
            if seam.steps <= step { break }
            #expect(second == .superseded, "lock at step \(step)")
            #expect([.superseded, .unlocked].contains(first))
            #expect(vault.isLocked)
            step += 1
        }
        #expect(step >= 12)
        #expect(!vault.isLocked)
    }

    @Test("C5 an unlock and a lock and an unlock: the last one opens")
    func unlockAfterTheLockOpens() async throws {
        let vault = try await device().unlockedVault()
        for step in 0..<6 {
            vault.lock()
            let later = Guarded<Task<UnlockOutcome<VaultError>, any Error>?>(nil)
            seam.arm(at: step) {
                vault.lock()
                // Begun after the lock, and answered after the first one has ended.
                later.withLock { $0 = Task { try await vault.unlock(with: .right) } }
            }
            #expect(try await vault.unlock(with: .right) == .superseded)
            let task = later.withLock { $0 }
            #expect(try await task?.value == .unlocked)
            #expect(!vault.isLocked)
        }
    }

    @Test("C5 a lock at any await of a match wins")
    func lockWinsOverAMatch() async throws {
        let vault = try await device().unlockedVault(biometrics: true)
        var step = 0
        while true {
            vault.lock()
            seam.arm(at: step) { vault.lock() }
            let outcome = try await vault.unlockWithBiometrics(reason: "test")
            if seam.steps <= step { break }
            #expect(outcome == .superseded)
            #expect(vault.isLocked)
            step += 1
        }
        #expect(step >= 4)
        #expect(!vault.isLocked)
    }

    @Test("C5 a lock at any await of a recovery, a removal and a creation wins")
    func lockWinsOverTheRest() async throws {
        for operation in ["recover", "remove", "create"] {
            for step in 0..<40 {
                let device = device()
                let vault = operation == "create" ? device.vault() : try await device.unlockedVault()
                vault.lock()
                seam.arm(at: step) { vault.lock() }
                switch operation {
                case "recover": _ = try await vault.recover(with: .test, setting: .other)
                case "remove": _ = try await vault.removePasscode(.right)
                default: try await vault.create(.passcode(.right))
                }
                if seam.steps <= step { break }
                #expect(vault.isLocked, "\(operation), step \(step)")
            }
        }
    }

    @Test("C5 an unlock that another thread begins loses against every lock after what it was begun for")
    func lockRightAfterTheUnlockWasAskedFor() async throws {
        let vault = try await Device().unlockedVault()
        for _ in 0..<1000 {
            vault.lock()
            let epoch = vault.epoch
            // Begins whenever a thread is free, maybe after the lock.
            let unlock = Task.detached { try await vault.unlock(with: .right, since: epoch) }
            vault.lock()
            // Or it was done before the lock came.
            #expect(try await [.superseded, .unlocked].contains(unlock.value))
            guard vault.isLocked else {
                Issue.record("opened")
                return
            }
        }
    }

    @Test("C2 twenty guesses at once, in two vaults over one store, never exceed the budget")
    func guessesAtOnce() async throws {
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

    @Test("C8 two vaults that change at once: one conflict at most, and one passcode that works")
    func changesAtOnce() async throws {
        for _ in 0..<20 {
            let device = Device()
            _ = try await device.unlockedVault()
            let (one, two) = (device.vault(), device.vault())
            async let first = try? one.changePasscode(from: .right, to: .other)
            async let second = try? two.changePasscode(from: .right, to: .wrong)
            let outcomes = await [first, second].map { $0 == .unlocked }
            #expect(outcomes.contains(true))
            device.clock.advance(by: .seconds(3600))
            let vault = device.vault()
            var opened: [Bool] = []
            for passcode in [Passcode.other, .wrong, .right] {
                opened.append(try await vault.unlock(with: passcode) == .unlocked)
            }
            #expect(opened.filter { $0 }.count == 1)
            #expect(!opened[2])
        }
    }

    @Test("C8 a change under another process's feet is a conflict, and changes nothing")
    func conflict() async throws {
        let seam = seam
        let device = device()
        let vault = try await device.unlockedVault()
        let other = device.vault()
        _ = try await other.unlock(with: .right)
        // In the middle of the other's change, after it has read: at its key derivation of the new slot.
        seam.arm(at: 6) { try? await vault.setTimeout(.oneHour) }
        await #expect(throws: VaultError.conflict) { try await other.changePasscode(from: .right, to: .other) }
        #expect(try await other.unlock(with: .right) == .unlocked)
        #expect(other.timeout == .oneHour)
    }

    /// Nine wrong guesses, the waits over.
    private func spendNine(_ device: Device) async throws {
        let vault = device.vault()
        for _ in 1...9 {
            _ = try await vault.unlock(with: .wrong)
            device.clock.advance(by: .seconds(160))
        }
    }

    @Test(
        "C3 a right tenth guess keeps the slots, whenever another process finds no guess left",
        arguments: [AttemptPolicy.destroySlots, .erase])
    func rightTenthGuess(policy: AttemptPolicy) async throws {
        for step in 0..<40 {
            var device = device()
            device.policy = policy
            let first = try await device.unlockedVault(biometrics: true, recovery: policy == .destroySlots)
            let note = try first.seal(Data("note".utf8), for: "notes")
            try await spendNine(device)
            let (vault, other) = (device.vault(), device.vault())
            seam.arm(at: step) {
                _ = try? await other.unlock(with: .wrong)
                _ = try? await other.prepare()
            }
            let outcome: UnlockOutcome<VaultError>
            do { outcome = try await vault.unlock(with: .right) } catch {
                // The other one's wrong guess was the tenth, and erased everything.
                #expect(policy == .erase && step < 4 && device.storage.keys.isEmpty, "\(error) at step \(step)")
                continue
            }
            let isDone = seam.steps <= step
            if outcome == .exhausted {
                // The other one's wrong guess was the tenth.
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

    @Test("C3 a right tenth guess that ends while another process destroys the slots keeps them")
    func rightTenthGuessMeanwhile() async throws {
        for step in 0..<40 {
            let storageDevice = device()
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
            // The tenth guess is taken, and not tried yet.
            let other = storageDevice.vault()
            seam.arm(at: step) {
                gate.continuation.finish()
                _ = try? await right.value
            }
            let outcome = try await other.unlock(with: .wrong)
            let isDone = seam.steps <= step
            // The right guess must not wait for itself.
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

    @Test("C3 the tenth failure destroys the slots also when another process changes the vault meanwhile")
    func destroyingUnderConflict() async throws {
        let seam = seam
        let device = device()
        let vault = try await device.unlockedVault()
        let other = device.vault()
        for _ in 1...9 {
            _ = try await other.unlock(with: .wrong)
            device.clock.advance(by: .seconds(160))
        }
        // After the derivation, just before the slots are destroyed.
        seam.arm(at: 5) { try? await vault.setTimeout(.oneHour) }
        #expect(try await other.unlock(with: .wrong) == .exhausted)
        #expect(try await other.prepare() == .awaitingRecovery)
        #expect(try await other.recover(with: .test, setting: .other))
        #expect(other.timeout == .oneHour, "the other's change was kept")
    }
}
