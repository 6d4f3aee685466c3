import LatchkeyPasscode

@testable import LatchkeyLock

/// Operations that start under the current lock.
extension Vault {
    nonisolated func unlock(with passcode: Passcode) async throws(VaultError) -> UnlockOutcome {
        try await unlock(with: passcode, since: epoch)
    }

    nonisolated func unlockWithBiometrics(reason: String) async throws(VaultError) -> BiometricUnlockOutcome {
        try await unlockWithBiometrics(reason: reason, since: epoch)
    }

    nonisolated func openUnprotected() async throws(VaultError) { try await openUnprotected(since: epoch) }

    nonisolated func create(_ protection: NewVaultProtection) async throws(VaultError) {
        try await create(protection, since: epoch)
    }

    nonisolated func removePasscode(_ passcode: Passcode) async throws(VaultError) -> UnlockOutcome {
        try await removePasscode(passcode, since: epoch)
    }

    nonisolated func recover(with key: RecoveryKey, setting passcode: Passcode?) async throws(VaultError) -> Bool {
        try await recover(with: key, setting: passcode, since: epoch)
    }
}
