public import Foundation
public import LatchkeyBiometrics
public import LatchkeySecureStorage

/// The biometric slot in a storage that cannot read it without a match of those who were enrolled when it was stored.
///
/// Nothing is stored in one that cannot keep this promise.
public struct StoredBiometricKey: BiometricKeyStore {
    private let slot: StoredBiometricSlot
    private let biometrics: any BiometricAuthProtocol

    /// Keeps the slot in this storage.
    public init(storage: any SecureStorageProtocol, biometrics: any BiometricAuthProtocol) {
        slot = StoredBiometricSlot(storage: storage, access: .biometry(.currentEnrolment))
        self.biometrics = biometrics
    }

    public func save(_ slot: Data) async throws(VaultError) { try await self.slot.save(slot) }

    public func release(reason: String) async -> BiometricRelease {
        do {
            // Asked first, since the storage cannot tell a lockout from a locked device.
            _ = try await biometrics.status()
        } catch {
            return BiometricRelease(refusal: error)
        }
        return await slot.read(prompt: reason)
    }

    public func delete() async throws(VaultError) { try await slot.delete() }

    public func exists() async throws(VaultError) -> Bool { try await slot.exists() }
}

extension BiometricRelease {
    /// What a refused match comes to.
    init(refusal: BiometricAuthError) {
        self =
            switch refusal {
            case .userCanceled, .systemCanceled, .appCanceled: .cancelled
            case .userFallback: .passcodeRequested
            case .lockout: .lockedOut
            case .notAvailable, .notEnrolled, .devicePasscodeNotSet: .unavailable
            case .authenticationFailed, .systemError: .failed
            }
    }
}
