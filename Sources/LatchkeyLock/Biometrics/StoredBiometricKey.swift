public import Foundation
public import LatchkeyBiometrics
public import LatchkeySecureStorage

/// The biometric slot in secure storage.
public struct StoredBiometricKey: BiometricKeyStore {
    /// Who holds the slot back until there is a match.
    public enum Guardian: Sendable {
        /// The storage: the slot cannot be read without a match of those who were enrolled when it was stored.
        case storage
        /// This library: it reads the slot after a match. Weaker: whoever can read the storage needs no match. For
        /// Linux, where a fingerprint reader only answers yes or no.
        case library
    }

    private let storage: any SecureStorageProtocol
    private let biometrics: any BiometricAuthProtocol
    private let guardian: Guardian
    private var key: String { LockItem.biometric.rawValue }
    private var access: SecureStorageAccess {
        guardian == .storage ? .biometry(.currentEnrolment) : LockStore.access
    }

    /// Keeps the slot in this storage. Nothing is stored when it cannot keep what the guardian promises.
    public init(
        storage: any SecureStorageProtocol, biometrics: any BiometricAuthProtocol, guardedBy guardian: Guardian
    ) {
        (self.storage, self.biometrics, self.guardian) = (storage, biometrics, guardian)
    }

    public func save(_ slot: Data) async throws(VaultError) {
        do { try await storage.save(slot, for: key, access: access) } catch { throw .storage(error) }
    }

    public func release(reason: String) async -> BiometricRelease {
        do {
            // Asked first, since the storage cannot tell a lockout from a locked device.
            _ = try await biometrics.status()
        } catch {
            return BiometricRelease(refusal: error)
        }
        guard guardian == .library else { return await read(prompt: reason) }
        switch await biometrics.authenticate(reason: reason) {
        case .authenticated: return await read(prompt: nil)
        case .refused(let error): return BiometricRelease(refusal: error)
        }
    }

    public func delete() async throws(VaultError) {
        do { try await storage.delete(for: key) } catch { throw .storage(error) }
    }

    public func exists() async throws(VaultError) -> Bool {
        do { return try await storage.exists(for: key) } catch { throw .storage(error) }
    }

    private func read(prompt: String?) async -> BiometricRelease {
        do {
            guard let slot = try await storage.load(Data.self, for: key, prompt: prompt) else { return .absent }
            return .released(slot)
        } catch {
            switch error {
            case .cancelled: return .cancelled
            case .authenticationFailed: return .failed
            default: return .unreadable(.storage(error))
            }
        }
    }
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
