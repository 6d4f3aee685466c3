package import Foundation
package import LatchkeyBiometrics
package import LatchkeySecureStorage

/// The biometric slot, encrypted under a key in the device's hardware, which uses it only after a match. Without a
/// match the slot cannot be decrypted, even by code that reads the storage.
package struct HardwareBiometricKey: BiometricKeyStore {
    private let store: LockStore
    private let biometrics: any BiometricAuthProtocol
    private let hardware: any BiometricHardware

    package init(
        storage: any SecureStorageProtocol, biometrics: any BiometricAuthProtocol, hardware: some BiometricHardware
    ) {
        (store, self.biometrics, self.hardware) = (LockStore(storage: storage), biometrics, hardware)
    }

    /// Returns a store with a key in this hardware; without hardware, one in a storage that requires a match.
    package static func orStored(
        in storage: any SecureStorageProtocol, biometrics: any BiometricAuthProtocol,
        hardware: (some BiometricHardware)?, enrolment: SecureStorageAccess.Enrolment = .currentEnrolment
    ) -> any BiometricKeyStore {
        guard let hardware else {
            return StoredBiometricKey(storage: storage, biometrics: biometrics, enrolment: enrolment)
        }
        return HardwareBiometricKey(storage: storage, biometrics: biometrics, hardware: hardware)
    }

    package func save(_ slot: Data) async throws(VaultError) {
        let key: BiometricHardwareKey
        do { key = try await hardware.makeKey() } catch { throw .deviceSecretUnavailable }
        try await store.save(try SealedBiometricSlot(slot, for: key).bytes, to: .sealedBiometric)
    }

    package func release(reason: String, offersPasscode: Bool) async throws(VaultError) -> BiometricRelease {
        guard let stored = try await store.load(.sealedBiometric) else { return .absent }
        return try await open(SealedBiometricSlot(bytes: stored), reason: reason, offersPasscode: offersPasscode)
    }

    package func delete() async throws(VaultError) {
        try await store.delete(.sealedBiometric)
    }

    package func exists() async throws(VaultError) -> Bool {
        guard let stored = try await store.load(.sealedBiometric) else { return false }
        return try await !hardware.hasLost(SealedBiometricSlot(bytes: stored).handle)
    }

    private func open(
        _ sealed: SealedBiometricSlot, reason: String, offersPasscode: Bool
    ) async throws(VaultError) -> BiometricRelease {
        // Checked first: the hardware does not report why no match is possible.
        if let obstacle = await biometrics.obstacle() { return .rejected(obstacle) }
        switch await hardware.agree(
            sealed.handle, with: sealed.sender, reason: reason, offersPasscode: offersPasscode)
        {
        case .agreed(let shared):
            guard let slot = sealed.open(with: shared) else { throw .damaged }
            return .released(slot)
        case .keyMissing: return .absent
        case .rejected(let error): return .rejected(error)
        case .unavailable: return .rejected(.notAvailable)
        }
    }
}
