internal import Crypto
internal import Foundation
internal import LatchkeyPasscode

extension Vault {
    func makePasscodeSlot(
        _ passcode: Passcode, key: SymmetricKey, vaultID: [UInt8]
    ) async throws(VaultError) -> Slot {
        let stretching = Slot.Stretching(parameters: parameters, salt: random(Slot.saltLength))
        let stretched = try await stretch(passcode, stretching)
        let wrapping = try await bind(stretched, for: .passcode, vaultID: vaultID)
        return try Slot(
            .passcode, stretching: stretching, wrapping: key, under: wrapping, vaultID: vaultID, random: random)
    }

    /// The passcode, made expensive; `bind(_:for:vaultID:)` ties it to the device.
    func stretch(_ passcode: Passcode, _ stretching: Slot.Stretching) async throws(VaultError) -> SymmetricKey {
        try await stretcher.stretch(passcode, salt: stretching.salt, parameters: stretching.parameters)
    }

    func makeRecoverySlot(
        _ recovery: RecoveryKey, key: SymmetricKey, vaultID: [UInt8]
    ) async throws(VaultError) -> Slot {
        let wrapping = try await bind(recovery.key, for: .recovery, vaultID: vaultID)
        return try Slot(.recovery, wrapping: key, under: wrapping, vaultID: vaultID, random: random)
    }

    /// Returns the vault key, or nil when this is not the key of the recovery slot.
    func open(_ header: VaultHeader, with recovery: RecoveryKey) async throws(VaultError) -> SymmetricKey? {
        guard let slot = header.recovery else { return nil }
        let wrapping = try await bind(recovery.key, for: .recovery, vaultID: header.vaultID)
        return slot.open(with: wrapping, vaultID: header.vaultID)
    }

    func makeOpenSlot(key: SymmetricKey, vaultID: [UInt8]) async throws(VaultError) -> Slot {
        let wrapping = try await openSlotKey(vaultID: vaultID)
        return try Slot(.open, wrapping: key, under: wrapping, vaultID: vaultID, random: random)
    }

    func openSlotKey(vaultID: [UInt8]) async throws(VaultError) -> SymmetricKey {
        try await bind(SymmetricKey(data: vaultID), for: .open, vaultID: vaultID)
    }

    func bind(
        _ input: SymmetricKey, for purpose: Slot.Purpose, vaultID: [UInt8]
    ) async throws(VaultError) -> SymmetricKey {
        try await bind(input, label: Array(purpose.label.utf8) + vaultID)
    }

    func bind(_ input: SymmetricKey, label: [UInt8]) async throws(VaultError) -> SymmetricKey {
        do { return try await parts.device.bind(input, label: label) } catch { throw VaultError(error) }
    }

    /// Stores the biometric slot anew, bound to the passcode slot as it is now. A failure costs a passcode, not more:
    /// the old slot counts for nothing beside the new passcode slot.
    func renewBiometricSlot(_ header: VaultHeader, key: SymmetricKey) async {
        guard header.isBiometric else { return }
        try? await saveBiometricSlot(header, key: key)
    }

    func saveBiometricSlot(_ header: VaultHeader, key: SymmetricKey) async throws(VaultError) {
        guard let biometrics = parts.biometrics else { throw .noBiometrics }
        let slot = BiometricSlot(key: key, passcodeSlot: header.passcode)
        var bytes = slot.data(vaultID: header.vaultID)
        defer { bytes.wipe() }
        try await biometrics.save(bytes)
    }
}
