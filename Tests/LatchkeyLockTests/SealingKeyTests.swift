import Crypto
import Foundation
import LatchkeyPasscode
import Testing

@testable import LatchkeyLock

/// Sealing for a locked vault.
struct SealingKeyTests {
    private let device = Device()
    private let note = Data("a note".utf8)

    @Test("C1 data sealed while locked requires an open vault to read")
    func dataSealedWhileLockedRequiresAnOpenVaultToRead() async throws {
        let vault = try await device.unlockedVault()
        let key = try vault.sealingKey()
        vault.lock()
        #expect(throws: VaultError.locked) { try vault.sealingKey() }
        let sealed = try key.seal(note, for: "notes")
        #expect(throws: VaultError.locked) { try vault.openDeposited(sealed, for: "notes") }
        #expect(try await vault.unlock(with: .right) == .unlocked)
        #expect(try vault.openDeposited(sealed, for: "notes") == note)
        #expect(throws: VaultError.damaged) { try vault.openDeposited(sealed, for: "tokens") }
    }

    @Test("C14 deposited data and vault-sealed data are not interchangeable")
    func depositedDataAndVaultSealedDataAreNotInterchangeable() async throws {
        let vault = try await device.unlockedVault()
        let deposit = try vault.sealingKey().seal(note, for: "notes")
        #expect(throws: VaultError.damaged) { try vault.open(deposit, for: "notes") }
        let own = try vault.seal(note, for: "notes")
        #expect(throws: VaultError.damaged) { try vault.openDeposited(own, for: "notes") }
        #expect(SealingKey.isDeposit(deposit) && !SealingKey.isDeposit(own) && !SealingKey.isDeposit(Data()))
    }

    @Test func sealingKeysAreStablePerVaultAndDifferBetweenVaults() async throws {
        let vault = try await device.unlockedVault()
        let key = try vault.sealingKey()
        let other = try await Device().unlockedVault()
        #expect(try other.sealingKey() != key)
        _ = try await vault.changePasscode(from: .right, to: .other)
        let next = device.vault()
        #expect(try await next.unlock(with: .other) == .unlocked)
        #expect(try next.sealingKey() == key)
        let sealed = try key.seal(note, for: "notes")
        #expect(throws: VaultError.damaged) { try other.openDeposited(sealed, for: "notes") }
    }

    @Test func tamperedDepositedDataIsAlwaysRejected() async throws {
        let vault = try await device.unlockedVault()
        let sealed = try vault.sealingKey().seal(note, for: "notes")
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 0x20
            #expect(throws: VaultError.self) { try vault.openDeposited(changed, for: "notes") }
            #expect(throws: VaultError.self) { try vault.openDeposited(sealed.prefix(index), for: "notes") }
        }
    }

    @Test(arguments: [0, 31, 33]) func sealingKeyOfWrongLengthIsRejected(_ length: Int) {
        #expect(SealingKey(rawRepresentation: Data(count: length)) == nil)
    }

    @Test("ASVS-11.2.1 ASVS-11.6.2 MASVS-CRYPTO-1 sealing test vectors open")
    func sealingTestVectorsOpen() async throws {
        let storage = TestStorage()
        let keys = VaultKeys(
            vault: .init(data: bytes(FormatVectors.vaultKey)),
            record: VaultRecord(mode: .passcode, isBiometric: false, timeout: .immediately))
        let vault = Device(storage: storage).vault()
        #expect(vault.holder.adopt(keys, ifStill: vault.holder.epoch))
        #expect(try vault.sealingKey().rawRepresentation == Data(bytes(FormatVectors.sealingKey)))
        #expect(try vault.openDeposited(Data(bytes(FormatVectors.sealedWhileLocked)), for: "notes") == note)
    }
}
