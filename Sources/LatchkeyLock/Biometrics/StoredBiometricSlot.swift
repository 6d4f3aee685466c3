internal import Foundation
internal import LatchkeySecureStorage

/// The biometric slot's item in secure storage.
struct StoredBiometricSlot: Sendable {
    let storage: any SecureStorageProtocol
    let access: SecureStorageAccess
    private let key = LockItem.biometric.rawValue

    init(storage: any SecureStorageProtocol, access: SecureStorageAccess) {
        (self.storage, self.access) = (storage, access)
    }

    func save(_ slot: Data) async throws(VaultError) {
        do { try await storage.save(slot, for: key, access: access) } catch { throw .storage(error) }
    }

    func delete() async throws(VaultError) {
        do { try await storage.delete(for: key) } catch { throw .storage(error) }
    }

    func exists() async throws(VaultError) -> Bool {
        do { return try await storage.exists(for: key) } catch { throw .storage(error) }
    }

    /// Reads the slot, after a match if the storage asks for one with this prompt.
    func read(prompt: String?) async -> BiometricRelease {
        do {
            guard let slot = try await storage.load(Data.self, for: key, prompt: prompt) else { return .absent }
            return .released(slot)
        } catch {
            switch error {
            case .cancelled: return .cancelled
            case .authenticationFailed: return .failed
            case .matchUnavailable(.lockout): return .lockedOut
            case .matchUnavailable(.notEnrolled), .matchUnavailable(.devicePasscodeNotSet),
                .matchUnavailable(.notAvailable):
                return .unavailable
            // No one was asked.
            case .matchUnavailable(.notInteractive): return .takenDown
            default: return .unreadable(.storage(error))
            }
        }
    }
}
