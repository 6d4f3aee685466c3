import Foundation
import LatchkeyCore
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

struct RaceTests {
    private let seam = Seam()

    @Test("C5 a lock at any await of an unlock wins")
    func aLockAtAnyAwaitOfAnUnlockWins() async throws {
        let vault = try await seam.device().unlockedVault()
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
        // The awaits are: read, device secret, attempt, derivation, device secret, settlement.
        #expect(step >= 6)
        #expect(!vault.isLocked, "without a lock it opens")
    }

    @Test("C5 an unlock started before a lock is superseded by it")
    func anUnlockStartedBeforeALockIsSupersededByIt() async throws {
        let vault = try await seam.device().unlockedVault()
        var step = 0
        while true {
            vault.lock()
            seam.arm(at: step) { vault.lock() }
            async let first = vault.unlock(with: .right)
            async let second = vault.unlock(with: .right)
            let outcomes = try await [first, second]
            if seam.steps <= step { break }
            // The second unlock may start before or after the lock; its outcome must match the vault.
            #expect(outcomes.contains(.superseded), "lock at step \(step)")
            if !vault.isLocked { #expect(outcomes.contains(.unlocked)) }
            step += 1
        }
        #expect(step >= 12)
    }

    @Test("C5 unlocks requested before a lock cannot reopen after it")
    func unlocksRequestedBeforeALockCannotReopenAfterIt() async throws {
        let vault = try await seam.device().unlockedVault()
        var step = 0
        while true {
            vault.lock()
            // Both unlocks start after this lock.
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

    @Test("C5 an unlock requested after a lock succeeds")
    func anUnlockRequestedAfterALockSucceeds() async throws {
        let vault = try await seam.device().unlockedVault()
        for step in 0..<6 {
            vault.lock()
            let later = LockedValue<Task<UnlockOutcome, any Error>?>(nil)
            seam.arm(at: step) {
                vault.lock()
                // Starts after the lock and ends after the first unlock.
                later.withLock { $0 = Task { try await vault.unlock(with: .right) } }
            }
            #expect(try await vault.unlock(with: .right) == .superseded)
            let task = later.withLock { $0 }
            #expect(try await task?.value == .unlocked)
            #expect(!vault.isLocked)
        }
    }

    @Test("C5 a lock at any await of a match wins")
    func aLockAtAnyAwaitOfAMatchWins() async throws {
        let vault = try await seam.device().unlockedVault(biometrics: true)
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

    @Test("C5 a lock during recovery, removal or creation wins")
    func aLockDuringRecoveryRemovalOrCreationWins() async throws {
        for operation in ["recover", "remove", "create"] {
            for step in 0..<40 {
                let device = seam.device()
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

    @Test("C5 a lock wins over unlocks begun concurrently on another thread")
    func aLockWinsOverUnlocksBegunConcurrentlyOnAnotherThread() async throws {
        let vault = try await Device().unlockedVault()
        for _ in 0..<1000 {
            vault.lock()
            let epoch = vault.epoch
            // Starts at an arbitrary time, possibly after the lock.
            let unlock = Task.detached { try await vault.unlock(with: .right, since: epoch) }
            vault.lock()
            // The unlock may also finish before the lock.
            #expect(try await [.superseded, .unlocked].contains(unlock.value))
            guard vault.isLocked else {
                Issue.record("opened")
                return
            }
        }
    }

    @Test("C8 concurrent passcode changes leave exactly one valid passcode")
    func concurrentPasscodeChangesLeaveExactlyOneValidPasscode() async throws {
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

    @Test("C8 a change conflicting with another process changes nothing")
    func aChangeConflictingWithAnotherProcessChangesNothing() async throws {
        let device = seam.device()
        let vault = try await device.unlockedVault()
        let other = device.vault()
        _ = try await other.unlock(with: .right)
        // During the other vault's change, at its key derivation of the new slot.
        seam.arm(at: 6) { try? await vault.setTimeout(.oneHour) }
        await #expect(throws: VaultError.conflict) { try await other.changePasscode(from: .right, to: .other) }
        #expect(try await other.unlock(with: .right) == .unlocked)
        #expect(other.timeout == .oneHour)
    }

    @Test("C8 a passcode set during removal keeps its attempt count")
    func aPasscodeSetDuringRemovalKeepsItsAttemptCount() async throws {
        // The removal waits before its last step until the other process is done.
        for step in 0..<12 {
            let seam = Seam()
            let device = Device(storage: TestStorage { await seam.step() })
            let vault = try await device.unlockedVault()
            let other = device.vault()
            seam.arm(at: step) {
                guard (try? await other.prepare()) == .open else { return }
                try? await other.openUnprotected()
                try? await other.setPasscode(.other)
            }
            _ = try await vault.removePasscode(.right)
            seam.arm(at: -1) {}
            let next = device.vault()
            switch try await next.prepare() {
            case .open: break
            case .passcode: #expect(try await next.unlock(with: .other) == .unlocked, "step \(step)")
            default: Issue.record("step \(step)")
            }
        }
    }

    @Test("C8 a vault created during an erasure keeps its records")
    func aVaultCreatedDuringAnErasureKeepsItsRecords() async throws {
        var made = 0
        for step in 0..<20 {
            let seam = Seam()
            let device = Device(storage: TestStorage { await seam.step() }, marker: nil)
            let (vault, other, isMade) = (try await device.unlockedVault(), device.vault(), Counter())
            seam.arm(at: step) {
                guard (try? await other.prepare()) == .absent else { return }
                do {
                    try await other.create(.passcode(.other))
                    isMade.increment()
                } catch {
                    Issue.record("step \(step): \(error)")
                }
            }
            try await vault.erase()
            seam.arm(at: -1) {}
            guard isMade.value == 1 else { continue }
            made += 1
            let next = device.vault()
            #expect(try await next.prepare() == .passcode(biometrics: false), "step \(step)")
            #expect(try await next.unlock(with: .other) == .unlocked, "step \(step)")
        }
        #expect(made >= 5)
    }

    @Test(
        "C8 a biometrics-only vault created during erasure opens or is absent",
        arguments: [false, true])
    func biometricsOnlyVaultCreatedDuringErasureOpensOrIsAbsent(hadBiometrics: Bool) async throws {
        var (made, takenBack) = (0, 0)
        for step in 0..<24 {
            let seam = Seam()
            let device = Device(storage: TestStorage { await seam.step() }, marker: nil)
            let vault = try await device.unlockedVault(biometrics: hadBiometrics)
            let (other, isMade) = (device.vault(), Counter())
            seam.arm(at: step) {
                guard (try? await other.prepare()) == .absent else { return }
                do {
                    try await other.create(.biometricsOnly)
                    isMade.increment()
                } catch {
                    Issue.record("step \(step): \(error)")
                }
            }
            try await vault.erase()
            seam.arm(at: -1) {}
            guard isMade.value == 1 else { continue }
            made += 1
            let next = device.vault()
            switch try await next.prepare() {
            case .biometricsOnly:
                #expect(try await next.unlockWithBiometrics(reason: "test") == .unlocked, "step \(step)")
            case .absent:
                takenBack += 1
                try await next.create(.biometricsOnly)
            default: Issue.record("step \(step)")
            }
        }
        #expect(made >= 5)
        // The race window is between looking for a vault and deleting the old slot.
        #expect(takenBack <= (hadBiometrics ? 1 : 0))
    }

    @Test("C8 vault creation during a concurrent erasure completes or leaves nothing")
    func vaultCreationDuringAConcurrentErasureCompletesOrLeavesNothing() async throws {
        for step in 0..<40 {
            let seam = Seam()
            let device = Device(storage: TestStorage { await seam.step() }, marker: nil)
            let (vault, other) = (device.vault(), device.vault())
            seam.arm(at: step) { try? await other.erase() }
            do {
                try await vault.create(.passcode(.right))
            } catch VaultError.conflict, VaultError.deviceSecretMissing {
                #expect(vault.isLocked, "step \(step)")
            }
            let isDone = seam.steps <= step
            seam.arm(at: -1) {}
            let next = device.vault()
            if try await next.prepare() == .absent {
                try await next.create(.passcode(.right))
            }
            #expect(try await device.vault().unlock(with: .right) == .unlocked, "step \(step)")
            if isDone { return #expect(step >= 6) }
        }
        Issue.record("never ends")
    }
}
