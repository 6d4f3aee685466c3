import Crypto
import Foundation
import LatchkeyLifecycle
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

struct VaultTests {
    private let device = Device()

    @Test("C1 ASVS-11.7.2 locked vault cannot seal, open or change data")
    func lockedVaultCannotSealOpenOrChangeData() async throws {
        let vault = try await device.unlockedVault()
        let note = try vault.seal(Data("note".utf8), for: "notes")
        vault.lock()
        #expect(vault.isLocked)
        #expect(throws: VaultError.locked) { try vault.open(note, for: "notes") }
        #expect(throws: VaultError.locked) { try vault.seal(Data(), for: "notes") }
        await #expect(throws: VaultError.locked) { try await vault.setTimeout(.oneHour) }
        await #expect(throws: VaultError.locked) { try await vault.setRecoveryKey(.test) }
        await #expect(throws: VaultError.passcodeExists) { try await vault.setPasscode(.other) }
        await #expect(throws: VaultError.locked) { try await vault.openUnprotected() }
        await #expect(throws: VaultError.vaultExists) { try await vault.create(.open) }
        #expect(vault.isLocked)
    }

    @Test func beforeTheFirstPasscodeSealingReportsAMissingVault() async throws {
        let device = Device()
        let vault = device.vault()
        _ = try await vault.prepare()
        #expect(throws: VaultError.noVault) { try vault.seal(Data(), for: "notes") }
        #expect(throws: VaultError.noVault) { try vault.open(Data([1]), for: "notes") }
        #expect(throws: VaultError.noVault) { try vault.sealingKey() }
        try await vault.create(.passcode(.right))
        vault.lock()
        #expect(throws: VaultError.locked) { try vault.seal(Data(), for: "notes") }
        try await vault.erase()
        _ = try await vault.prepare()
        #expect(throws: VaultError.noVault) { try vault.seal(Data(), for: "notes") }
    }

    @Test func sealedDataOpensOnlyForItsPurpose() async throws {
        let vault = try await device.unlockedVault()
        let sealed = try vault.seal(Data("note".utf8), for: "notes")
        #expect(try vault.seal(Data("note".utf8), for: "notes") != sealed, "a nonce of its own each time")
        #expect(throws: VaultError.damaged) { try vault.open(sealed, for: "tokens") }
        #expect(throws: VaultError.damaged) { try vault.open(Data(), for: "notes") }
        #expect(throws: VaultError.damaged) { try vault.open(Data([2]) + sealed.dropFirst(), for: "notes") }
        #expect(throws: VaultError.unsupportedVersion(3)) {
            try vault.open(Data([3]) + sealed.dropFirst(), for: "notes")
        }
        for index in sealed.indices.dropFirst() {
            var flipped = sealed
            flipped[index] ^= 1
            #expect(throws: VaultError.damaged) { try vault.open(flipped, for: "notes") }
        }
        #expect(try vault.open(try vault.seal(Data(), for: ""), for: "") == Data())
    }

    @Test func unprotectedVaultCanGetAPasscodeLater() async throws {
        let vault = device.vault()
        #expect(try await vault.prepare() == .absent)
        try await vault.create(.open)
        let note = try vault.seal(Data("note".utf8), for: "notes")
        let next = device.vault()
        #expect(try await next.prepare() == .open)
        try await next.openUnprotected()
        #expect(try next.open(note, for: "notes") == Data("note".utf8))
        try await next.setPasscode(.right)
        #expect(try next.open(note, for: "notes") == Data("note".utf8))
        let locked = device.vault()
        #expect(try await locked.prepare() == .passcode(biometrics: false))
        await #expect(throws: VaultError.locked) { try await locked.openUnprotected() }
        #expect(try await locked.unlock(with: .right) == .unlocked)
        #expect(try locked.open(note, for: "notes") == Data("note".utf8))
    }

    @Test("C4 a passcode vault ignores and erases an open slot")
    func aPasscodeVaultIgnoresAndErasesAnOpenSlot() async throws {
        let vault = device.vault()
        try await vault.create(.open)
        let open = try #require(try VaultHeader(bytes: device.storage.bytes("latchkey.vault") ?? []).open)
        try await vault.setPasscode(.right)
        vault.lock()
        var header = try VaultHeader(bytes: device.storage.bytes("latchkey.vault") ?? [])
        header.open = open
        device.storage.set(header.bytes, for: "latchkey.vault")
        await #expect(throws: VaultError.locked) { try await vault.openUnprotected() }
        #expect(try await vault.prepare() == .passcode(biometrics: false))
        #expect(try VaultHeader(bytes: device.storage.bytes("latchkey.vault") ?? []).open == nil)
        // Without its passcode slot, the stored record still indicates a passcode.
        header.passcode = nil
        device.storage.set(header.bytes, for: "latchkey.vault")
        await #expect(throws: VaultError.damaged) { try await vault.openUnprotected() }
        #expect(vault.isLocked)
    }

    @Test("C8 a restored old passcode slot does not open the vault")
    func aRestoredOldPasscodeSlotDoesNotOpenTheVault() async throws {
        let vault = try await device.unlockedVault()
        let old = try VaultHeader(bytes: device.storage.bytes("latchkey.vault") ?? []).passcode
        #expect(try await vault.changePasscode(from: .right, to: .other) == .unlocked)
        vault.lock()
        var header = try VaultHeader(bytes: device.storage.bytes("latchkey.vault") ?? [])
        header.passcode = old
        device.storage.set(header.bytes, for: "latchkey.vault")
        await #expect(throws: VaultError.damaged) { try await vault.unlock(with: .right) }
        #expect(vault.isLocked)
        #expect(try await vault.attempts().failures == 0)
    }

    @Test("C4 a slot of another vault never opens this one")
    func aSlotOfAnotherVaultNeverOpensThisOne() async throws {
        let vault = try await device.unlockedVault()
        vault.lock()
        let own = try #require(device.storage.bytes("latchkey.vault"))
        var elsewhere = Device(marker: nil)
        elsewhere.storage.set(device.storage.bytes("latchkey.device-secret"), for: "latchkey.device-secret")
        elsewhere.marker = nil
        try await elsewhere.vault().create(.passcode(.other))
        var header = try VaultHeader(bytes: own)
        header.passcode = try VaultHeader(bytes: elsewhere.storage.bytes("latchkey.vault") ?? []).passcode
        device.storage.set(header.bytes, for: "latchkey.vault")
        #expect(try await vault.unlock(with: .other) == .wrong(remaining: 9))
    }

    @Test func changingAPasscodeKeepsSealedData() async throws {
        let vault = try await device.unlockedVault()
        let note = try vault.seal(Data("note".utf8), for: "notes")
        #expect(try await vault.changePasscode(from: .wrong, to: .other) == .wrong(remaining: 9))
        vault.lock()
        #expect(try await vault.changePasscode(from: .right, to: .other) == .unlocked)
        #expect(vault.isLocked, "locked stays locked")
        #expect(try await vault.unlock(with: .right) == .wrong(remaining: 9))
        #expect(try await vault.unlock(with: .other) == .unlocked)
        #expect(try vault.open(note, for: "notes") == Data("note".utf8))
    }

    @Test("C8 recovery replaces or removes the passcode without losing data")
    func recoveryReplacesOrRemovesThePasscodeWithoutLosingData() async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        try await vault.setTimeout(.thirtyMinutes)
        let note = try vault.seal(Data("note".utf8), for: "notes")
        vault.lock()
        await #expect(throws: VaultError.recoveryKeyRejected) { try await vault.recover(with: .wrong, setting: .other) }
        #expect(vault.isLocked)
        #expect(try await vault.recover(with: .test, setting: .other))
        #expect(vault.timeout == .thirtyMinutes)
        #expect(try vault.open(note, for: "notes") == Data("note".utf8))
        vault.lock()
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
        #expect(try await vault.recover(with: .test, setting: nil))
        #expect(try await vault.prepare() == .open)
        let next = device.vault()
        try await next.openUnprotected()
        #expect(try next.open(note, for: "notes") == Data("note".utf8))
        #expect(try await next.unlockWithBiometrics(reason: "test") == .notEnabled)
    }

    @Test func unchangedRecoveryKeyIsNotStoredAgain() async throws {
        let vault = try await device.unlockedVault()
        let before = device.storage.bytes("latchkey.vault")
        try await vault.setRecoveryKey(.test)
        #expect(device.storage.bytes("latchkey.vault") == before)
        try await vault.setRecoveryKey(.wrong)
        #expect(try await vault.recover(with: .wrong, setting: .other))
    }

    @Test func recoveryKeyHas16To64Bytes() {
        #expect(RecoveryKey([UInt8](repeating: 1, count: 15)) == nil)
        #expect(RecoveryKey([UInt8](repeating: 1, count: 16)) != nil)
        #expect(RecoveryKey([UInt8](repeating: 1, count: 64)) != nil)
        #expect(RecoveryKey([UInt8](repeating: 1, count: 65)) == nil)
    }

    @Test("C4 failing storage throws an error and changes nothing")
    func failingStorageThrowsAnErrorAndChangesNothing() async throws {
        let vault = try await device.unlockedVault(biometrics: true)
        vault.lock()
        let (keys, writes) = (device.storage.keys, device.storage.writes)
        for error in [SecureStorageError.locked, .unreadable(reason: "torn"), .decodingFailed(type: "Data")] {
            device.storage.with { $0.failure = error }
            let next = device.vault()
            await #expect(throws: VaultError.storage(error)) { try await next.prepare() }
            await #expect(throws: VaultError.storage(error)) { try await next.unlock(with: .right) }
            await #expect(throws: VaultError.storage(error)) { try await next.openUnprotected() }
            await #expect(throws: VaultError.storage(error)) { try await next.create(.open) }
            await #expect(throws: VaultError.storage(error)) { try await next.recover(with: .test, setting: nil) }
            await #expect(throws: VaultError.storage(error)) { try await next.unlockWithBiometrics(reason: "test") }
            #expect(next.isLocked)
        }
        device.storage.with { $0.failure = nil }
        #expect(device.storage.keys == keys)
        #expect(device.storage.writes == writes)
        #expect(try await vault.unlock(with: .right) == .unlocked)
    }

    @Test("C4 damaged vault can still be erased")
    func damagedVaultCanStillBeErased() async throws {
        let vault = try await device.unlockedVault()
        device.storage.set([1, 2, 3], for: "latchkey.vault")
        await #expect(throws: VaultError.damaged) { try await vault.prepare() }
        await #expect(throws: VaultError.damaged) { try await vault.create(.open) }
        try await vault.erase()
        #expect(device.storage.keys.isEmpty)
        try await vault.create(.passcode(.other))
        #expect(!vault.isLocked)
    }

    @Test(
        """
        ASVS-11.4.4 the next right passcode replaces a slot of lower cost
        """)
    func theNextRightPasscodeReplacesASlotOfLowerCost() async throws {
        let first = try await device.unlockedVault(biometrics: true)
        let note = try first.seal(Data("note".utf8), for: "notes")
        func parameters() throws -> ScryptParameters? {
            try VaultHeader(bytes: device.storage.bytes("latchkey.vault") ?? []).passcode?.stretching?.parameters
        }
        let stronger = try ScryptParameters(logN: 2, blockSize: 1, passes: 1)
        let next = Vault(device.parts, parameters: stronger)
        #expect(try await next.unlock(with: .wrong) == .wrong(remaining: 9))
        #expect(try parameters() == Device.cheap, "not by a wrong one")
        #expect(try await next.unlock(with: .right) == .unlocked)
        #expect(try parameters() == stronger)
        next.lock()
        #expect(try await next.unlockWithBiometrics(reason: "test") == .unlocked)
        #expect(try next.open(note, for: "notes") == Data("note".utf8))
        #expect(try await device.vault().unlock(with: .right) == .unlocked)
        #expect(try parameters() == stronger, "never weaker")
    }

    @Test("C9 the unwrapped copy of the vault key is wiped")
    func theUnwrappedCopyOfTheVaultKeyIsWiped() throws {
        let (key, wrapping) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
        let wrapped = try WrappedKey(key, under: wrapping, authenticating: [1], random: .system)
        var seen: [[UInt8]] = []
        let unwrapped = wrapped.unwrap(with: wrapping, authenticating: [1]) { seen.append(Array($0)) }
        #expect(unwrapped == key)
        #expect(seen == [[UInt8](repeating: 0, count: 32)])
    }
}
