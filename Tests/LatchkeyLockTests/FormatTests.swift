import Crypto
import Foundation
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// The stability of stored formats. `Vectors/make-vectors.py` created the bytes independently of this code.
struct FormatTests {
    private let device = Device(marker: nil)

    private func storedVault() async throws -> (Vault, TestStorage) {
        let storage = device.storage
        storage.set(bytes(FormatVectors.header), for: "latchkey.vault")
        storage.set(bytes(FormatVectors.deviceSecret), for: "latchkey.device-secret")
        storage.set(bytes(FormatVectors.attempts), for: "latchkey.attempts")
        try await storage.save(
            Data(bytes(FormatVectors.biometricSlot)), for: "latchkey.biometric", access: .biometry(.currentEnrolment))
        // The vector's attempts are from another boot, so the delay of five seconds restarts.
        #expect(try await device.vault().unlock(with: .right) == .wait(until: device.clock.reading().wall + 5))
        device.clock.advance(by: .seconds(5))
        return (device.vault(), storage)
    }

    @Test("MASVS-CRYPTO-1 passcode opens the vault of the test vectors")
    func passcodeOpensTheVaultOfTheTestVectors() async throws {
        let (vault, _) = try await storedVault()
        #expect(try await vault.prepare() == .passcode(biometrics: true))
        #expect(try await vault.unlock(with: .test(FormatVectors.passcode)) == .unlocked)
        #expect(vault.timeout == .fifteenMinutes)
        #expect(try vault.open(Data(bytes(FormatVectors.sealedNote)), for: "notes") == Data("a note".utf8))
        #expect(throws: VaultError.damaged) {
            try vault.open(Data(bytes(FormatVectors.sealedNote)), for: "tokens")
        }
    }

    @Test func biometricMatchOpensTheVaultOfTheTestVectors() async throws {
        let (vault, _) = try await storedVault()
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
        #expect(try vault.open(Data(bytes(FormatVectors.sealedNote)), for: "notes") == Data("a note".utf8))
    }

    @Test func recoveryKeyOpensTheVaultOfTheTestVectors() async throws {
        let (vault, _) = try await storedVault()
        #expect(try await vault.recover(with: .test, setting: .other))
        #expect(try vault.open(Data(bytes(FormatVectors.sealedNote)), for: "notes") == Data("a note".utf8))
    }

    @Test func openSlotOpensWithTheDeviceSecretAlone() async throws {
        let (vault, _) = try await storedVault()
        let slot = try Slot(bytes: bytes(FormatVectors.openSlot), expecting: .open)
        let key = slot.open(
            with: try await vault.openSlotKey(vaultID: bytes(FormatVectors.vaultID)),
            vaultID: bytes(FormatVectors.vaultID))
        #expect(key == SymmetricKey(data: bytes(FormatVectors.vaultKey)))
    }

    @Test func decodedRecordsEncodeToTheSameBytes() throws {
        for (hex, purpose) in [
            (FormatVectors.passcodeSlot, Slot.Purpose.passcode), (FormatVectors.recoverySlot, .recovery),
            (FormatVectors.openSlot, .open),
        ] { #expect(try Slot(bytes: bytes(hex), expecting: purpose).bytes == bytes(hex)) }
        #expect(try VaultHeader(bytes: bytes(FormatVectors.header)).bytes == bytes(FormatVectors.header))
        let attempts = bytes(FormatVectors.attempts)
        #expect(try AttemptRecord(bytes: attempts).bytes == attempts)
        let biometric = try BiometricSlot(
            data: Data(bytes(FormatVectors.biometricSlot)), vaultID: bytes(FormatVectors.vaultID))
        #expect(biometric.data(vaultID: bytes(FormatVectors.vaultID)) == Data(bytes(FormatVectors.biometricSlot)))
    }

    @Test func attemptRecordOfTheTestVectorsHasFourFailures() throws {
        let record = try AttemptRecord(bytes: bytes(FormatVectors.attempts))
        #expect(record.failures == 4 && record.limitedFailures == 4)
        #expect(record.bootID == "boot-a")
        #expect(record.continuous == .milliseconds(90_500))
        #expect(record.given == Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test("C4 MASVS-CODE-4 every flipped vault byte is an error")
    func everyFlippedVaultByteIsAnError() async throws {
        let whole = bytes(FormatVectors.header)
        let (vault, storage) = try await storedVault()
        let attempts = storage.bytes("latchkey.attempts")
        for index in whole.indices {
            for bit in [UInt8(0x01), 0x80] {
                var flipped = whole
                flipped[index] ^= bit
                storage.set(flipped, for: "latchkey.vault")
                await #expect(throws: VaultError.damaged) { try await vault.unlock(with: .right) }
                await #expect(throws: VaultError.damaged) { try await vault.prepare() }
            }
        }
        #expect(storage.bytes("latchkey.attempts") == attempts)
        #expect(device.stretches.value == 0)
    }

    @Test("C4 a changed byte with a corrected checksum never matches")
    func aChangedByteWithACorrectedChecksumNeverMatches() async throws {
        let body = Array(bytes(FormatVectors.header).dropLast(32))
        let (_, storage) = try await storedVault()
        var cheap = device
        cheap.policy = .unlimited
        // Uses a precomputed derivation, because the real cost would take minutes.
        let stretched = try await PasscodeStretcher.scrypt.stretch(
            .right, salt: (0xC1..<0xD1).map { UInt8($0) }, parameters: .standard)
        let vault = Vault(
            cheap.parts, parameters: .standard,
            stretcher: PasscodeStretcher { _, salt, parameters throws(VaultError) in
                let isSame = parameters == .standard && salt == (0xC1..<0xD1).map { UInt8($0) }
                return isSame ? stretched : SymmetricKey(size: .bits256)
            })
        #expect(try await vault.unlock(with: .right) == .unlocked)
        for index in body.indices {
            for bit in [UInt8(0x01), 0x40] {
                vault.lock()
                var flipped = body
                flipped[index] ^= bit
                storage.set(Checksummed.frame(flipped), for: "latchkey.vault")
                device.clock.advance(by: .seconds(3600))
                let outcome = try? await vault.unlock(with: .right)
                // Clearing the biometrics flag has the same effect as the tenth failure.
                guard index != 4 || bit != 0x01 else { continue }
                #expect(outcome != .unlocked, "byte \(index)")
                #expect(vault.isLocked)
            }
        }
    }

    @Test("C6 every flipped biometric slot byte is an error")
    func everyFlippedBiometricSlotByteIsAnError() async throws {
        let whole = bytes(FormatVectors.biometricSlot)
        let (vault, storage) = try await storedVault()
        for index in whole.indices {
            var flipped = whole
            flipped[index] ^= 0x10
            storage.set(flipped, for: "latchkey.biometric")
            await #expect(throws: VaultError.self) { try await vault.unlockWithBiometrics(reason: "test") }
            #expect(vault.isLocked)
        }
    }

    @Test("C4 every flipped attempt count byte is an error")
    func everyFlippedAttemptCountByteIsAnError() async throws {
        let whole = bytes(FormatVectors.attempts)
        let (vault, storage) = try await storedVault()
        for index in whole.indices {
            var flipped = whole
            flipped[index] ^= 0x04
            storage.set(flipped, for: "latchkey.attempts")
            await #expect(throws: VaultError.damaged) { try await vault.unlock(with: .right) }
        }
        #expect(device.stretches.value == 0)
    }

    @Test("C4 a vault cut short anywhere is an error")
    func aVaultCutShortAnywhereIsAnError() {
        let whole = bytes(FormatVectors.header)
        for count in whole.indices {
            #expect(throws: VaultError.damaged) { _ = try VaultHeader(bytes: Array(whole.prefix(count))) }
        }
        let body = whole.dropLast(32)
        for count in 0..<body.count {
            #expect(throws: VaultError.self) {
                _ = try VaultHeader(bytes: Checksummed.frame(Array(body.prefix(count))))
            }
        }
    }

    @Test("C4 ASVS-11.4.4 excessive key derivation parameters are rejected before allocating memory")
    func excessiveKeyDerivationParametersAreRejectedBeforeAllocatingMemory() async throws {
        let (vault, storage) = try await storedVault()
        let start = 4 + 1 + 16 + 16 + 16 + 2 + 2
        for (offset, value) in [(0, UInt8(19)), (0, 63), (0, 255), (0, 0), (1, 9), (1, 0), (2, 7), (2, 0), (2, 255)] {
            var body = Array(bytes(FormatVectors.header).dropLast(32))
            body[start + offset] = value
            storage.set(Checksummed.frame(body), for: "latchkey.vault")
            await #expect(throws: VaultError.excessiveParameters) { try await vault.unlock(with: .right) }
        }
        #expect(device.stretches.value == 0)
        #expect(throws: Never.self) { try ScryptParameters(logN: 18, blockSize: 8, passes: 6) }
    }

    @Test func newerFormatVersionIsReportedAsUnsupported() {
        var body = Array(bytes(FormatVectors.header).dropLast(32))
        body[3] = UInt8(ascii: "2")
        #expect(throws: VaultError.unsupportedVersion(UInt8(ascii: "2"))) {
            try VaultHeader(bytes: Checksummed.frame(body))
        }
    }

    @Test("ASVS-1.4.2 attempt count near overflow is rejected as damaged")
    func attemptCountNearOverflowIsRejectedAsDamaged() {
        var writer = ByteWriter()
        writer.put(UInt8(1))
        writer.put(UInt64.max)
        writer.put(UInt64(0))
        writer.put(UInt64(0))
        writer.putBlock(Array("boot".utf8))
        writer.put(UInt64.max)
        writer.put(UInt64.max)
        #expect(throws: VaultError.damaged) { try AttemptRecord(bytes: Checksummed.frame(writer.bytes)) }
    }

    @Test("C9 descriptions of secrets are redacted")
    func descriptionsOfSecretsAreRedacted() {
        #expect("\(RecoveryKey.test)" == "RecoveryKey(••••••)")
        let legacy = LegacyPasscode(hash: String(repeating: "ab", count: 32), salt: "salt")
        #expect(legacy.map { "\($0)" } == "LegacyPasscode(••••••)")
        var dumped = ""
        dump(legacy, to: &dumped)
        dump(RecoveryKey.test, to: &dumped)
        #expect(!dumped.contains("salt") && !dumped.contains("171"))
    }
}
