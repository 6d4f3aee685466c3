package import Foundation
package import LatchkeyBiometrics
package import LatchkeySecureStorage

/// The biometric slot in secure storage, read after a reader said yes.
///
/// Weaker than ``StoredBiometricKey``: whoever can read the storage needs no match. For Linux, where a fingerprint reader
/// only answers yes or no; `LockPlatform.linux(…)` alone hands it to apps, and does not exist where the system itself
/// holds a slot back.
package struct ReaderGatedBiometricKey: BiometricKeyStore {
    private let slot: StoredBiometricSlot
    private let biometrics: any BiometricAuthProtocol

    /// Keeps the slot in this storage.
    package init(storage: any SecureStorageProtocol, biometrics: any BiometricAuthProtocol) {
        slot = StoredBiometricSlot(storage: storage, access: LockStore.access)
        self.biometrics = biometrics
    }

    package func save(_ slot: Data) async throws(VaultError) { try await self.slot.save(slot) }

    package func release(reason: String) async -> BiometricRelease {
        do {
            // Asked first: a reader that cannot be asked is told apart from one that says no.
            _ = try await biometrics.status()
        } catch {
            return BiometricRelease(refusal: error)
        }
        switch await biometrics.authenticate(reason: reason) {
        case .authenticated: return await slot.read(prompt: nil)
        case .refused(let error): return BiometricRelease(refusal: error)
        }
    }

    package func delete() async throws(VaultError) { try await slot.delete() }

    package func exists() async throws(VaultError) -> Bool { try await slot.exists() }
}
