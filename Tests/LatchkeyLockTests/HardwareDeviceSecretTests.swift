import Crypto
import Foundation
import LatchkeyPasscode
import Testing

@testable import LatchkeyLock

/// What stands between the lock and hardware like the Secure Enclave, with a key in software.
@Suite struct HardwareDeviceSecretTests {
    let storage = TestStorage()
    let hardware = SoftwareKey()
    var device: HardwareDeviceSecret { HardwareDeviceSecret(storage: storage, key: hardware) }

    private func bytes(_ input: UInt8, _ label: String) async throws -> Data {
        let key = SymmetricKey(data: [UInt8](repeating: input, count: 32))
        return try await device.bind(key, label: Array(label.utf8)).withUnsafeBytes { Data($0) }
    }

    @Test func theSameInputAndLabelGiveTheSameAndOthersOthers() async throws {
        try await device.create()
        let first = try await bytes(1, "a")
        #expect(first.count == 32)
        #expect(try await bytes(1, "a") == first)
        #expect(try await bytes(2, "a") != first)
        #expect(try await bytes(1, "b") != first)
    }

    @Test func everyGuessTakesAnAgreementWithTheHardware() async throws {
        try await device.create()
        for input in UInt8(0)..<5 { _ = try await bytes(input, "a") }
        #expect(hardware.agreements.value == 5)
    }

    @Test func theKeyIsMadeOnceAndNeverForOneThatIsGone() async throws {
        await #expect(throws: VaultError.deviceSecretMissing) { () async throws in _ = try await bytes(1, "a") }
        try await device.create()
        let first = try await bytes(1, "a")
        try await device.create()
        #expect(try await bytes(1, "a") == first)
        #expect(hardware.made.value == 1)
        try await device.erase()
        try await device.erase()
        await #expect(throws: VaultError.deviceSecretMissing) { () async throws in _ = try await bytes(1, "a") }
    }

    @Test func aHandleOfOtherHardwareIsAMissingSecret() async throws {
        try await device.create()
        let elsewhere = HardwareDeviceSecret(storage: storage, key: SoftwareKey())
        await #expect(throws: VaultError.deviceSecretMissing) { () async throws in
            _ = try await elsewhere.bind(SymmetricKey(size: .bits256), label: [])
        }
    }

    @Test func itSaysWhetherHardwareKeepsTheSecret() {
        #expect(device.isHardwareBound)
        #expect(HardwareDeviceSecret.orStored(in: storage, key: hardware).isHardwareBound)
        #expect(!HardwareDeviceSecret.orStored(in: storage, key: nil).isHardwareBound)
    }

    @Test func aVaultOpensWithItAndNotWithoutIt() async throws {
        let parts = Vault.Parts(
            storage: storage, device: device, biometrics: nil, installation: nil, policy: .destroySlots,
            clock: ManualClock())
        let vault = Vault(parts, parameters: Device.cheap ?? .standard)
        try await vault.create(.passcode(.right))
        vault.lock()
        #expect(try await vault.unlock(with: .right) == .unlocked)
        vault.lock()
        try await device.erase()
        await #expect(throws: VaultError.deviceSecretMissing) { () async throws in
            _ = try await vault.unlock(with: .right)
        }
    }
}

/// Hardware in software: keys of its own, and no others.
struct SoftwareKey: HardwareKey {
    let made = Counter()
    let agreements = Counter()
    private let secret = SymmetricKey(size: .bits256)

    func make() throws -> Data {
        made.increment()
        return try AES.GCM.seal(P256.KeyAgreement.PrivateKey().rawRepresentation, using: secret).combined ?? Data()
    }

    func agree(_ handle: Data, with publicKey: P256.KeyAgreement.PublicKey) throws -> SharedSecret {
        agreements.increment()
        let raw = try AES.GCM.open(AES.GCM.SealedBox(combined: handle), using: secret)
        return try P256.KeyAgreement.PrivateKey(rawRepresentation: raw).sharedSecretFromKeyAgreement(with: publicKey)
    }
}
