package import Foundation
package import LatchkeyBiometrics
package import LatchkeySecureStorage

/// The biometric slot in a storage that cannot read it without a match of those who were enrolled when it was stored.
///
/// Nothing is stored in one that cannot keep this promise.
package struct StoredBiometricKey: BiometricKeyStore {
    private let slot: StoredBiometricSlot
    private let biometrics: any BiometricAuthProtocol

    /// Keeps the slot in this storage.
    package init(storage: any SecureStorageProtocol, biometrics: any BiometricAuthProtocol) {
        slot = StoredBiometricSlot(storage: storage, access: .biometry(.currentEnrolment))
        self.biometrics = biometrics
    }

    package func save(_ slot: Data) async throws(VaultError) { try await self.slot.save(slot) }

    package func release(reason: String) async -> BiometricRelease {
        do {
            // Asked first, since the storage cannot tell a lockout from a locked device.
            _ = try await biometrics.status()
        } catch {
            return BiometricRelease(refusal: error)
        }
        return await slot.read(prompt: reason)
    }

    package func delete() async throws(VaultError) { try await slot.delete() }

    package func exists() async throws(VaultError) -> Bool { try await slot.exists() }
}

extension BiometricRelease {
    /// What a refused match comes to.
    init(refusal: BiometricAuthError) {
        self =
            switch refusal {
            case .userCanceled: .cancelled
            case .systemCanceled, .appCanceled: .takenDown
            case .userFallback: .passcodeRequested
            case .lockout: .lockedOut
            case .notAvailable, .notEnrolled, .devicePasscodeNotSet: .unavailable
            case .authenticationFailed, .systemError: .failed
            }
    }
}
