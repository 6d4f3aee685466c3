import Crypto
import Foundation
import LatchkeyBiometrics
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLock

/// A biometric slot encrypted with a hardware key that requires a match.
struct HardwareBiometricKeyTests {
    private let device = Device()
    private let hardware = SoftwareBiometricHardware()
    private let slot = Data((0..<98).map { UInt8($0) })
    private static let sealed = LockItem.sealedBiometric.rawValue

    private var key: HardwareBiometricKey {
        HardwareBiometricKey(storage: device.storage, biometrics: device.reader, hardware: hardware)
    }

    /// Returns the vault of the app's process, on a device with such hardware.
    private func vault() -> Vault {
        let parts = device.parts
        return Vault(
            Vault.Parts(
                storage: parts.storage, device: parts.device, biometrics: key, installation: parts.installation,
                policy: parts.policy, clock: parts.clock),
            parameters: Device.cheap ?? .standard)
    }

    /// Returns a locked vault with biometrics.
    private func lockedVault() async throws -> Vault {
        let vault = vault()
        try await vault.create(.passcode(.right))
        #expect(try await vault.enableBiometrics(confirming: .right) == .unlocked)
        vault.lock()
        return vault
    }

    private func released(_ release: BiometricRelease) -> Data? {
        if case .released(let slot) = release { slot } else { nil }
    }

    @Test("C6 every biometric key store releases keys only after a match", arguments: 0..<3)
    func everyBiometricKeyStoreReleasesKeysOnlyAfterAMatch(kind: Int) async throws {
        let store: any BiometricKeyStore =
            switch kind {
            case 0: key
            case 1: StoredBiometricKey(storage: device.storage, biometrics: device.reader)
            default: ReaderGatedBiometricKey(storage: device.storage, biometrics: device.reader)
            }
        #expect(try await !store.exists())
        #expect(released(try await store.release(reason: "test", offersPasscode: false)) == nil)
        try await store.delete()
        try await store.save(Data("old".utf8))
        try await store.save(slot)
        #expect(try await store.exists())
        #expect(released(try await store.release(reason: "test", offersPasscode: false)) == slot)
        device.reader.respond(.rejected(.userCanceled))
        device.storage.with { $0.match = .cancelled }
        hardware.with { $0.rejection = .userCanceled }
        guard case .rejected(.userCanceled) = try await store.release(reason: "test", offersPasscode: false) else {
            Issue.record("released without a match")
            return
        }
        device.reader.set(.failure(.lockout))
        guard case .rejected(.lockout) = try await store.release(reason: "test", offersPasscode: false) else {
            Issue.record("a lockout is not reported")
            return
        }
        try await store.delete()
        try await store.delete()
        #expect(try await !store.exists())
    }

    @Test("C6 a match releases the key, with one prompt")
    func aMatchReleasesTheKeyWithOnePrompt() async throws {
        let vault = try await lockedVault()
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
        #expect(hardware.with { $0.prompts } == ["test"])
        #expect(device.storage.with { $0.prompts } == 0)
    }

    @Test(
        "C6 a changed enrolment requires the passcode once", arguments: [true, false])
    func aChangedEnrolmentRequiresThePasscodeOnce(tries: Bool) async throws {
        let vault = try await lockedVault()
        hardware.with { $0.enrolment += 1 }
        if tries { #expect(try await vault.unlockWithBiometrics(reason: "test") == .passcodeNeeded) }
        #expect(try await vault.attempts().failures == 0)
        #expect(try await vault.unlock(with: .right) == .unlocked)
        vault.lock()
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
    }

    @Test("C6 ASVS-6.5.7 a stored slot cannot be opened on another device")
    func aStoredSlotCannotBeOpenedOnAnotherDevice() async throws {
        _ = try await lockedVault()
        hardware.with { $0.keys = [:] }
        #expect(try await vault().unlockWithBiometrics(reason: "test") == .passcodeNeeded)
    }

    @Test("C6 busy hardware does not lose the biometric key")
    func busyHardwareDoesNotLoseTheBiometricKey() async throws {
        let vault = try await lockedVault()
        hardware.with { $0.isBusy = true }
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unavailable(.notAvailable))
        hardware.with { $0.isBusy = false }
        #expect(try await vault.unlockWithBiometrics(reason: "test") == .unlocked)
    }

    @Test("C6 tampered slot never releases the key")
    func tamperedSlotNeverReleasesTheKey() async throws {
        try await key.save(slot)
        let bytes = try #require(device.storage.bytes(Self.sealed))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            // With a valid checksum too.
            for framed in [changed, Checksummed.frame(Array(changed.dropLast(32)))] where framed != bytes {
                device.storage.set(framed, for: Self.sealed)
                #expect((try? await key.release(reason: "test", offersPasscode: false)).flatMap(released) == nil)
            }
        }
    }

    @Test("C6 ASVS-11.6.2 slots stored by released versions still open")
    func slotsStoredByReleasedVersionsStillOpen() async throws {
        let secret = try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes(FormatVectors.hardwareKey))
        hardware.with { $0.keys[Data(bytes(FormatVectors.hardwareHandle))] = (secret, 0) }
        device.storage.set(bytes(FormatVectors.sealedBiometricSlot), for: Self.sealed)
        #expect(
            released(try await key.release(reason: "test", offersPasscode: false))
                == Data(bytes(FormatVectors.biometricSlot)))
        let read = try SealedBiometricSlot(bytes: bytes(FormatVectors.sealedBiometricSlot))
        #expect(read.bytes == bytes(FormatVectors.sealedBiometricSlot))
        // An additional field belongs to an unknown version.
        let longer = Checksummed.frame(Array(bytes(FormatVectors.sealedBiometricSlot).dropLast(32)) + [0])
        #expect(throws: VaultError.damaged) { try SealedBiometricSlot(bytes: longer) }
    }

    @Test("C6 tampering is reported as damage, not as changed enrolment")
    func tamperingIsReportedAsDamageNotAsChangedEnrolment() async throws {
        try await key.save(slot)
        var body = try #require(device.storage.bytes(Self.sealed)).dropLast(32)
        body[body.endIndex - 1] ^= 1
        device.storage.set(Checksummed.frame(Array(body)), for: Self.sealed)
        await #expect(throws: VaultError.damaged) { try await key.release(reason: "test", offersPasscode: false) }
    }

    @Test("C6 MASVS-CRYPTO-2 every stored slot has its own key")
    func everyStoredSlotHasItsOwnKey() async throws {
        try await key.save(slot)
        let first = try SealedBiometricSlot(bytes: try #require(device.storage.bytes(Self.sealed)))
        hardware.with { $0.enrolment += 1 }
        #expect(try await !key.exists())
        try await key.save(slot)
        let second = try SealedBiometricSlot(bytes: try #require(device.storage.bytes(Self.sealed)))
        #expect(first.handle != second.handle)
        #expect(first.sender.rawRepresentation != second.sender.rawRepresentation)
        #expect(released(try await key.release(reason: "test", offersPasscode: false)) == slot)
    }

    @Test("C6 failed key creation keeps the existing slot")
    func failedKeyCreationKeepsTheExistingSlot() async throws {
        try await key.save(slot)
        let stored = device.storage.bytes(Self.sealed)
        hardware.with { $0.isBusy = true }
        await #expect(throws: VaultError.deviceSecretUnavailable) { () async throws in
            try await key.save(Data("new".utf8))
        }
        #expect(device.storage.bytes(Self.sealed) == stored)
    }

    @Test("C6 disabling biometrics deletes the slot")
    func disablingBiometricsDeletesTheSlot() async throws {
        try await key.save(slot)
        try await key.delete()
        #expect(!device.storage.keys.contains(Self.sealed))
    }

    @Test("C8 a passcode works after interrupted passcode change or biometric disablement", arguments: [false, true])
    func aPasscodeWorksAfterInterruptedPasscodeChangeOrBiometricDisablement(isTurnedOff: Bool) async throws {
        for writes in 0..<12 {
            let fresh = HardwareBiometricKeyTests()
            try await fresh.killed(turningOff: isTurnedOff, after: writes)
        }
    }

    private func killed(turningOff isTurnedOff: Bool, after writes: Int) async throws {
        let vault = try await lockedVault()
        vault.lock()
        let next = self.vault()
        #expect(try await next.unlock(with: .right) == .unlocked)
        device.storage.with { $0.writesUntilDeath = $0.writes + writes }
        if isTurnedOff {
            try? await next.disableBiometrics()
        } else {
            _ = try? await next.changePasscode(from: .right, to: .other)
        }
        device.storage.with { $0.writesUntilDeath = nil }
        let after = self.vault()
        let protection = try await after.prepare()
        if protection == .passcode(biometrics: true) {
            let outcome = try await after.unlockWithBiometrics(reason: "test")
            #expect([.unlocked, .passcodeNeeded].contains(outcome), "killed after \(writes)")
            after.lock()
        }
        let old = try await after.unlock(with: .right) == .unlocked
        let new = try await old ? false : after.unlock(with: .other) == .unlocked
        #expect(old || new, "killed after \(writes)")
    }
}
