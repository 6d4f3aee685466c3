import Foundation
import LatchkeyPasscode
import Testing

@testable import LatchkeyLock

/// A vault without a passcode that stays locked, because the account requires one.
@MainActor struct WithheldTests {
    private let device = Device()

    private func unprotected() async throws -> (PasscodeService, note: Data) {
        let vault = device.vault()
        try await vault.create(.open)
        let note = try vault.seal(Data("note".utf8), for: "notes")
        let service = device.service()
        await service.start()
        #expect(!service.isLocked && !service.vault.isLocked)
        return (service, note)
    }

    @Test("C1 a withheld vault stays locked until it is released")
    func aWithheldVaultStaysLockedUntilItIsReleased() async throws {
        let (service, note) = try await unprotected()
        var changes = service.lockChanges.makeAsyncIterator()
        _ = await changes.next()
        service.withhold()
        #expect(service.isLocked && service.vault.isLocked)
        #expect(await changes.next() == LockChange(isLocked: true, cause: .required))
        await service.start()
        #expect(service.isLocked && service.vault.isLocked && service.protection == .open)
        await service.release()
        #expect(!service.isLocked)
        #expect(try service.vault.open(note, for: "notes") == Data("note".utf8))
        #expect(await service.setPasscode(.right) == .done)
        #expect(!service.isLocked && service.isPasscodeEnabled)
    }

    @Test("C1 C5 withholding during a vault read keeps the vault closed")
    func withholdingDuringAVaultReadKeepsTheVaultClosed() async throws {
        _ = try await unprotected()
        for step in 0..<20 {
            let seam = Seam()
            var other = device
            other.storage = TestStorage(records: device.storage.with { $0.records }) { await seam.step() }
            let service = other.service()
            seam.arm(at: step) { await service.withhold() }
            await service.start()
            if seam.steps <= step { return #expect(!service.isLocked && step >= 4, "\(step) steps") }
            #expect(service.isLocked && service.vault.isLocked, "step \(step)")
        }
        Issue.record("never ends")
    }

    @Test func erasingReleasesAWithheldVault() async throws {
        let (service, _) = try await unprotected()
        service.withhold()
        try await service.erase()
        #expect(await service.setPasscode(.right) == .done)
        #expect(await service.removePasscode(confirming: .right) == .done)
        #expect(!service.isLocked && !service.vault.isLocked)
    }
}
