import Foundation
import LatchkeyPasscode
import Testing

@testable import LatchkeyLock

/// Erasure of an unused vault after its passcode is removed. Used vaults are kept.
@Suite struct UnusedVaultTests {
    private var device = Device(marker: nil, marksUnusedVaults: true)

    /// Removes the vault's passcode, so that the vault opens without one.
    private func unprotected(_ vault: Vault) async throws -> Vault {
        try await vault.create(.passcode(.right))
        #expect(try await vault.removePasscode(.right) == .unlocked)
        return vault
    }

    @Test func unusedVaultIsErased() async throws {
        let vault = try await unprotected(device.vault())
        try await vault.eraseIfUnused()
        #expect(device.storage.keys.isEmpty && vault.isLocked)
    }

    @Test(
        "C16 vault used by the app is kept",
        arguments: ["before it is created", "afterwards", "in an earlier process"])
    func vaultUsedByTheAppIsKept(_ when: String) async throws {
        let vault = device.vault()
        if when == "before it is created" { try await vault.noteUse() }
        _ = try await unprotected(vault)
        switch when {
        case "afterwards": try await vault.noteUse()
        case "in an earlier process": try await device.vault().noteUse()
        default: break
        }
        let sealed = try vault.seal(Data("note".utf8), for: "notes")
        try await vault.eraseIfUnused()
        #expect(try vault.open(sealed, for: "notes") == Data("note".utf8))
    }

    @Test("C16 a vault older than use tracking is kept")
    func aVaultOlderThanUseTrackingIsKept() async throws {
        var earlier = device
        earlier.marksUnusedVaults = false
        let sealed = try await unprotected(earlier.vault()).seal(Data("note".utf8), for: "notes")
        let vault = device.vault()
        try await vault.eraseIfUnused()
        try await vault.openUnprotected(since: vault.epoch)
        #expect(try vault.open(sealed, for: "notes") == Data("note".utf8))
    }

    @Test("C16 vault with a new passcode is kept") func vaultWithANewPasscodeIsKept() async throws {
        let vault = try await unprotected(device.vault())
        try await device.unprotectedVault().setPasscode(.other)
        try await vault.eraseIfUnused()
        #expect(try await device.vault().unlock(with: .other) == .unlocked)
    }

    @Test("C16 data sealed by another process during erasure stays readable")
    func dataSealedByAnotherProcessDuringErasureStaysReadable() async throws {
        var (taken, erased) = (0, 0)
        for step in 0..<30 {
            let seam = Seam()
            var device = device
            device.storage = TestStorage { await seam.step() }
            let vault = try await unprotected(device.vault())
            let other = device.vault()
            seam.arm(at: step) {
                do {
                    try await other.noteUse()
                    try await other.openUnprotected(since: other.epoch)
                } catch {
                    // The vault is erased or being erased, so nothing can be sealed.
                }
            }
            try await vault.eraseIfUnused()
            seam.arm(at: -1) {}
            guard let sealed = try? other.seal(Data("note".utf8), for: "notes") else {
                erased += 1
                continue
            }
            taken += 1
            let next = device.vault()
            try await next.openUnprotected(since: next.epoch)
            #expect(try next.open(sealed, for: "notes") == Data("note".utf8), "step \(step)")
        }
        #expect(taken > 0 && erased > 0)
    }
}

extension Device {
    /// Returns the open vault of a new process.
    fileprivate func unprotectedVault() async throws -> Vault {
        let vault = vault()
        try await vault.openUnprotected(since: vault.epoch)
        return vault
    }
}
