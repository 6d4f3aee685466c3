internal import Foundation

extension Vault {
    /// Opens the vault with a biometric match, which releases the key, unless it was locked since the epoch.
    package func unlockWithBiometrics(
        reason: String, since epoch: KeyHolder.Epoch
    ) async throws(VaultError) -> BiometricUnlockOutcome {
        let stored = try await requireHeader()
        guard let biometrics = parts.biometrics, stored.isBiometric else { return .notEnabled }
        let hasPasscode = stored.passcode != nil
        if hasPasscode, let interval = parts.passcodeInterval, try await limiter.isPasscodeDue(after: interval) {
            return .passcodeNeeded
        }
        // Not exclusive: during the prompt, the user may enter the passcode instead.
        let release = try await biometrics.release(reason: reason, offersPasscode: hasPasscode)
        switch consume release {
        case .released(var bytes):
            defer { bytes.wipe() }
            return try await adopt(bytes, epoch: epoch)
        case .absent:
            isStale = true
            return .passcodeNeeded
        case .rejected(let error): return BiometricUnlockOutcome(error)
        }
    }

    /// Deletes the secret that a match releases, even while the vault is locked. The header names the slot until
    /// ``disableBiometrics()``; until then only ``enableBiometrics(confirming:)`` stores the secret again.
    package func deleteBiometricSecret() async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            isSecretDropped = true
            try await parts.biometrics?.delete()
        }
    }

    private func adopt(_ bytes: Data, epoch: KeyHolder.Epoch) async throws(VaultError) -> BiometricUnlockOutcome {
        try await exclusively { () async throws(VaultError) in
            // Read after the match: the prompt may have been shown for a long time.
            let header = try await requireHeader()
            guard header.isBiometric else { return .notEnabled }
            if header.passcode != nil, try await limiter.isExhausted() {
                try await destroySlots(of: header)
                return .exhausted
            }
            let slot = try BiometricSlot(data: bytes, vaultID: header.vaultID)
            guard slot.passcodeDigest == BiometricSlot.digest(of: header.passcode) else {
                isStale = true
                return .passcodeNeeded
            }
            let keys = VaultKeys(vault: slot.key, record: try VaultRecord(in: header, key: slot.key))
            return await adopt(keys, header, ifStill: epoch) ? .unlocked : .superseded
        }
    }
}
