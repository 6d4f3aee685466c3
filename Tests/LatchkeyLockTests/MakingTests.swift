import ChildProcess
import Foundation
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

/// Concurrent creation of a vault by two processes.
struct MakingTests {
    /// The protections that two processes choose for a new vault.
    struct Pair: CustomTestStringConvertible, Sendable {
        let mine: NewVaultProtection
        let others: NewVaultProtection
        let testDescription: String
    }

    static let pairs = [
        Pair(mine: .passcode(.right), others: .passcode(.other), testDescription: "two passcodes"),
        Pair(mine: .open, others: .passcode(.other), testDescription: "none, and a passcode"),
        Pair(mine: .biometricsOnly, others: .passcode(.other), testDescription: "biometrics, and a passcode"),
        Pair(mine: .passcode(.right), others: .biometricsOnly, testDescription: "a passcode, and biometrics"),
        Pair(mine: .biometricsOnly, others: .biometricsOnly, testDescription: "biometrics twice"),
        Pair(mine: .open, others: .open, testDescription: "none twice"),
    ]

    @Test(
        "C8 concurrent vault creation succeeds once and rejects the other", arguments: pairs)
    func concurrentVaultCreationSucceedsOnceAndRejectsTheOther(pair: Pair) async throws {
        for step in 0..<40 {
            let seam = Seam()
            let device = Device(storage: TestStorage { await seam.step() })
            var slow = device
            slow.onStretch = { await seam.step() }
            let (vault, other, isMade) = (slow.vault(), device.vault(), Counter())
            seam.arm(at: step) {
                do {
                    try await other.create(pair.others)
                    isMade.increment()
                } catch {
                    // Expected if this process created its vault first.
                    if ![.vaultExists, .conflict].contains(error as? VaultError) { Issue.record(error) }
                }
            }
            var isMine = true
            do { try await vault.create(pair.mine) } catch VaultError.vaultExists, VaultError.conflict {
                isMine = false
                #expect(vault.isLocked, "step \(step)")
            }
            let isDone = seam.steps <= step
            seam.arm(at: -1) {}
            #expect(isDone || isMine != (isMade.value == 1), "one of them, at step \(step)")
            try await opens(device, isMine ? pair.mine : pair.others, "step \(step)")
            if isDone { return #expect(step >= 5) }
        }
        Issue.record("never ends")
    }

    private func opens(_ device: Device, _ protection: NewVaultProtection, _ place: Comment) async throws {
        let vault = device.vault()
        switch protection {
        case .open, .openForTokens:
            #expect(try await vault.prepare() == .open, place)
            try await vault.openUnprotected()
        case .passcode(let passcode):
            #expect(try await vault.prepare() == .passcode(biometrics: false), place)
            #expect(try await vault.unlock(with: passcode) == .unlocked, place)
            vault.lock()
            #expect(try await vault.unlock(with: passcode.matches(.right) ? .other : .right) == .wrong(remaining: 9))
        case .biometricsOnly:
            #expect(try await vault.prepare() == .biometricsOnly, place)
            #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked, place)
        }
    }

    @Test("C2 a losing concurrent creation keeps the winner's attempt count")
    func aLosingConcurrentCreationKeepsTheWinnersAttemptCount() async throws {
        for step in 0..<40 {
            let seam = Seam()
            let device = Device(storage: TestStorage { await seam.step() })
            let (vault, other) = (device.vault(), device.vault())
            seam.arm(at: step) {
                try? await other.create(.passcode(.other))
                _ = try? await other.unlock(with: .wrong)
            }
            try? await vault.create(.passcode(.right))
            let isDone = seam.steps <= step
            seam.arm(at: -1) {}
            if isDone { return #expect(step >= 5) }
            #expect(try await device.vault().attempts().failures == 1, "step \(step)")
        }
        Issue.record("never ends")
    }

    @MainActor @Test("C8 losing a creation race requires the other process's passcode")
    func losingACreationRaceRequiresTheOtherProcesssPasscode() async throws {
        let device = Device()
        let service = device.service()
        await service.start()
        #expect(service.protection == .absent)
        try await device.vault().create(.passcode(.other))
        #expect(await service.setPasscode(.right) == .failed(.vault(.vaultExists)))
        #expect(service.isLocked && service.isPasscodeEnabled)
        #expect(await service.unlock(with: .other) == .unlocked)
    }

    @Test("C8 only one process creating a vault concurrently succeeds")
    func onlyOneProcessCreatingAVaultConcurrentlySucceeds() async throws {
        let passcodes = [Passcode.right, .other, .wrong]
        for _ in 0..<5 {
            let directory = try TemporaryDirectory()
            let children = try ["481920", "730416", "593072"].map {
                try ChildProcess(["lock", "make", directory.url.path, $0])
            }
            let said = children.map { $0.nextLine() }
            for child in children { #expect(try child.waitForChange() == .exited(0)) }
            let maker = try #require(said.firstIndex(of: "made"))
            #expect(said.indices.allSatisfy { $0 == maker || ["exists", "conflict"].contains(said[$0]) }, "\(said)")
            let storage = try FileSecureStorage(
                directory: directory.url, key: .file(directory.url.appendingPathComponent("key")))
            let device = StoredDeviceSecret(storage: storage)
            let vault = Vault(
                Vault.Parts(
                    storage: storage, device: device, biometrics: nil, installation: nil, policy: .destroySlots))
            #expect(try await vault.unlock(with: passcodes[maker]) == .unlocked)
        }
    }
}
