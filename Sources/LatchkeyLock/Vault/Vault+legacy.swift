internal import LatchkeyPasscode

/// The passcode of an earlier version of the app, which is accepted once and replaced by a slot.
extension Vault {
    func checkLegacy(
        _ passcode: Passcode, replacing bytes: [UInt8]?,
        _ proceed: (Opened) async throws(VaultError) -> UnlockOutcome
    ) async throws(VaultError) -> UnlockOutcome {
        guard let source = parts.legacy, let legacy = try await source.load() else { throw .noVault }
        try await limiter.startIfMissing()
        let remnants = VaultRemnants(vault: bytes, count: nil, sealingKey: await store.find(.sealingKey))
        switch try await limiter.take() {
        case .wait(let date): return .wait(until: date)
        case .exhausted:
            // Only after the delay of the tenth attempt: that attempt may have succeeded in another process, which is
            // about to create its vault.
            if try await limiter.status().waitUntil == nil { try await destroyLegacy(source, remnants) }
            return .exhausted
        case .taken(let attempt):
            guard legacy.matches(passcode) else {
                guard limiter.isLast(attempt) else {
                    return .wrong(remaining: parts.policy.remaining(afterFailures: attempt.failures))
                }
                try await destroyLegacy(source, remnants)
                return .exhausted
            }
            // The attempt succeeded, so the count restarts.
            try await limiter.start()
            let (key, header, record) = try await makeVault(.passcode(passcode), in: remnants)
            try? await source.delete()
            return try await proceed((key, header, record))
        }
    }

    /// Destroys the earlier passcode after ten failures. The vault without slots comes first: an interruption must not
    /// result in no passcode.
    private func destroyLegacy(
        _ source: any LegacyPasscodeSource, _ remnants: VaultRemnants
    ) async throws(VaultError) {
        if parts.policy == .erase {
            try await source.delete()
            try await eraseAll()
        } else {
            try await makeClosedVault(in: remnants)
            try await source.delete()
        }
    }
}
