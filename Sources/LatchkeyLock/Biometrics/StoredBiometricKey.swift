package import Foundation
package import LatchkeyBiometrics
package import LatchkeySecureStorage

/// The biometric slot in a storage that requires a match to read it: by default, of the enrolment when it was stored.
///
/// If the storage does not support that access level, the slot is not stored.
package struct StoredBiometricKey: BiometricKeyStore {
    private static let key = LockItem.biometric.rawValue

    private let storage: any SecureStorageProtocol
    private let biometrics: any BiometricAuthProtocol
    private let access: SecureStorageAccess

    package init(
        storage: any SecureStorageProtocol, biometrics: any BiometricAuthProtocol,
        enrolment: SecureStorageAccess.Enrolment = .currentEnrolment
    ) {
        self.init(storage: storage, biometrics: biometrics, access: .biometry(enrolment))
    }

    fileprivate init(
        storage: any SecureStorageProtocol, biometrics: any BiometricAuthProtocol, access: SecureStorageAccess
    ) {
        (self.storage, self.biometrics, self.access) = (storage, biometrics, access)
    }

    package func save(_ slot: Data) async throws(VaultError) {
        do { try await storage.save(slot, for: Self.key, access: access) } catch { throw .storage(error) }
    }

    package func release(reason: String, offersPasscode: Bool) async throws(VaultError) -> BiometricRelease {
        // Checked first: the storage does not distinguish a lockout from a locked device.
        if let obstacle = await biometrics.obstacle() { return .rejected(obstacle) }
        return try await read(prompt: reason)
    }

    package func delete() async throws(VaultError) {
        do { try await storage.delete(for: Self.key) } catch { throw .storage(error) }
    }

    package func exists() async throws(VaultError) -> Bool {
        do { return try await storage.exists(for: Self.key) } catch { throw .storage(error) }
    }

    /// Reads the slot. The storage requests a match with this prompt if it requires one.
    fileprivate func read(prompt: String?) async throws(VaultError) -> BiometricRelease {
        do {
            let slot = try await storage.load(Data.self, for: Self.key, prompt: prompt)
            return slot.map { .released($0) } ?? .absent
        } catch {
            switch error {
            case .cancelled: return .rejected(.userCanceled)
            case .authenticationFailed: return .rejected(.authenticationFailed)
            case .matchUnavailable(.lockout): return .rejected(.lockout)
            case .matchUnavailable(.notEnrolled): return .rejected(.notEnrolled)
            case .matchUnavailable(.devicePasscodeNotSet): return .rejected(.devicePasscodeNotSet)
            case .matchUnavailable(.notAvailable): return .rejected(.notAvailable)
            case .matchUnavailable(.notInteractive): return .rejected(.systemCanceled)
            default: throw .storage(error)
            }
        }
    }
}

/// The biometric slot in secure storage, read after a fingerprint reader reports a match.
///
/// Weaker than ``StoredBiometricKey``: code that can read the storage needs no match. For Linux, where a reader only
/// reports a match. Only `LockPlatform.linux(…)` uses it, which does not exist on platforms whose storage enforces
/// matches.
package struct ReaderGatedBiometricKey: BiometricKeyStore {
    private let slot: StoredBiometricKey
    private let biometrics: any BiometricAuthProtocol

    package init(storage: any SecureStorageProtocol, biometrics: any BiometricAuthProtocol) {
        slot = StoredBiometricKey(storage: storage, biometrics: biometrics, access: LockStore.access)
        self.biometrics = biometrics
    }

    package func save(_ slot: Data) async throws(VaultError) { try await self.slot.save(slot) }

    package func release(reason: String, offersPasscode: Bool) async throws(VaultError) -> BiometricRelease {
        // Checked first, to distinguish a reader that cannot be used from a failed match.
        if let obstacle = await biometrics.obstacle() { return .rejected(obstacle) }
        switch await biometrics.authenticate(reason: reason) {
        case .authenticated: return try await slot.read(prompt: nil)
        case .rejected(let error): return .rejected(error)
        }
    }

    package func delete() async throws(VaultError) { try await slot.delete() }

    package func exists() async throws(VaultError) -> Bool { try await slot.exists() }
}
