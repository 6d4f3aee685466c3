import Crypto
import Foundation
import LatchkeyCore
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// The device secret with simulated hardware like the Secure Enclave.
@Suite struct HardwareDeviceSecretTests {
    let storage = TestStorage()
    let hardware = SoftwareKey()
    var device: HardwareDeviceSecret { HardwareDeviceSecret(storage: storage, key: hardware) }

    private func bytes(_ input: UInt8, _ label: String) async throws -> Data {
        let key = SymmetricKey(data: [UInt8](repeating: input, count: 32))
        return try await device.bind(key, label: Array(label.utf8)).withUnsafeBytes { Data($0) }
    }

    @Test func outputIsDeterministicAndDependsOnInputAndLabel() async throws {
        try await device.enroll()
        let first = try await bytes(1, "a")
        #expect(first.count == 32)
        #expect(try await bytes(1, "a") == first)
        #expect(try await bytes(2, "a") != first)
        #expect(try await bytes(1, "b") != first)
    }

    @Test func everyAttemptRequiresAHardwareKeyAgreement() async throws {
        try await device.enroll()
        for input in UInt8(0)..<5 { _ = try await bytes(input, "a") }
        #expect(hardware.agreements.value == 5)
    }

    @Test("MASVS-CRYPTO-2 the key is created once and never recreated when missing")
    func theKeyIsCreatedOnceAndNeverRecreatedWhenMissing() async throws {
        await #expect(throws: DeviceSecretError.missing) { () async throws in _ = try await bytes(1, "a") }
        try await device.enroll()
        let first = try await bytes(1, "a")
        try await device.enroll()
        #expect(try await bytes(1, "a") == first)
        #expect(hardware.made.value == 1)
        try await device.erase()
        try await device.erase()
        await #expect(throws: DeviceSecretError.missing) { () async throws in _ = try await bytes(1, "a") }
    }

    @Test func aHandleOfOtherHardwareIsAMissingSecret() async throws {
        try await device.enroll()
        let elsewhere = HardwareDeviceSecret(storage: storage, key: SoftwareKey())
        await #expect(throws: DeviceSecretError.missing) { () async throws in
            _ = try await elsewhere.bind(SymmetricKey(size: .bits256), label: [])
        }
    }

    @Test("C4 busy hardware costs no attempt and reports no missing secret")
    func busyHardwareCostsNoAttemptAndReportsNoMissingSecret() async throws {
        let vault = try await vaultWithHardware()
        vault.lock()
        hardware.setBusy(true)
        await #expect(throws: VaultError.deviceSecretUnavailable) { try await vault.unlock(with: .right) }
        await #expect(throws: DeviceSecretError.unavailable) { () async throws in _ = try await bytes(1, "a") }
        let text = VaultError.deviceSecretUnavailable.text(in: .english)
        #expect(text == LockTexts.english[.unreadable], "no word of damage, which invites erasing")
        hardware.setBusy(false)
        #expect(try await vault.attempts().failures == 0)
        #expect(try await vault.unlock(with: .right) == .unlocked)
        hardware.setBusy(true)
        try await storage.delete(for: "latchkey.device-key")
        await #expect(throws: DeviceSecretError.unavailable) { try await device.enroll() }
    }

    @Test("C2 hardware failure after the evaluation still costs an attempt")
    func hardwareFailureAfterTheEvaluationStillCostsAnAttempt() async throws {
        let vault = try await vaultWithHardware()
        vault.lock()
        // The agreement for the device's tag, not for the passcode.
        hardware.failAfter(1)
        await #expect(throws: VaultError.deviceSecretUnavailable) { try await vault.unlock(with: .wrong) }
        hardware.setBusy(false)
        #expect(try await vault.attempts().failures == 1)
    }

    @Test func unlockUsesTwoKeyAgreementsPlusOnePerProcess() async throws {
        let vault = try await vaultWithHardware()
        try await vault.storeSealingKey()
        let next = relaunched()
        for expected in [3, 2, 2] {
            let before = hardware.agreements.value
            #expect(try await next.unlock(with: .right) == .unlocked)
            #expect(hardware.agreements.value - before == expected)
            next.lock()
        }
        #expect(try await relaunched().depositKey() == vault.sealingKey())
    }

    private func vaultWithHardware() async throws -> Vault {
        let vault = relaunched()
        try await vault.create(.passcode(.right))
        return vault
    }

    /// Returns the vault as in a new process.
    private func relaunched() -> Vault {
        let parts = Vault.Parts(
            storage: storage, device: device, biometrics: nil, installation: nil, policy: .destroySlots,
            clock: ManualClock())
        return Vault(parts, parameters: Device.cheap ?? .standard)
    }

    @Test func hardwareProtectionOfTheSecretIsReported() {
        #expect(device.isHardwareBound)
        #expect(HardwareDeviceSecret.orStored(in: storage, key: hardware).isHardwareBound)
        #expect(!HardwareDeviceSecret.orStored(in: storage, key: nil).isHardwareBound)
    }

    @Test func vaultRequiresItsHardwareDeviceSecret() async throws {
        let vault = try await vaultWithHardware()
        vault.lock()
        #expect(try await vault.unlock(with: .right) == .unlocked)
        vault.lock()
        try await device.erase()
        await #expect(throws: VaultError.deviceSecretMissing) { () async throws in
            _ = try await vault.unlock(with: .right)
        }
    }
}

/// A simulated hardware key, which works only with its own handles.
struct SoftwareKey: HardwareKey {
    let made = Counter()
    let agreements = Counter()
    private let secret = SymmetricKey(size: .bits256)

    private let left = Flag()

    /// Sets whether all operations fail.
    func setBusy(_ isBusy: Bool) { left.set(isBusy ? 0 : nil) }

    /// Makes operations fail after this many more.
    func failAfter(_ count: Int) { left.set(count) }

    func make() throws(HardwareKeyError) -> Data {
        guard left.take() else { throw .unavailable }
        made.increment()
        let key = P256.KeyAgreement.PrivateKey().rawRepresentation
        guard let handle = try? AES.GCM.seal(key, using: secret).combined else { throw .unavailable }
        return handle
    }

    func agree(
        _ handle: Data, with publicKey: P256.KeyAgreement.PublicKey
    ) throws(HardwareKeyError) -> SharedSecret {
        guard left.take() else { throw .unavailable }
        agreements.increment()
        guard let box = try? AES.GCM.SealedBox(combined: handle), let raw = try? AES.GCM.open(box, using: secret),
            let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: raw),
            let shared = try? key.sharedSecretFromKeyAgreement(with: publicKey)
        else { throw .unknownKey }
        return shared
    }
}

/// The number of operations until failure; nil if unlimited.
private final class Flag: Sendable {
    private let left = LockedValue<Int?>(nil)
    func set(_ count: Int?) { left.withLock { $0 = count } }
    func take() -> Bool {
        left.withLock { left in
            guard let count = left else { return true }
            left = max(0, count - 1)
            return count > 0
        }
    }
}
