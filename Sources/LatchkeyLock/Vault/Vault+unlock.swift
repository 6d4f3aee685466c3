internal import Crypto
package import LatchkeyPasscode

/// The verification of a passcode.
extension Vault {
    /// Opens the vault with the passcode, unless it was locked since the epoch.
    package func unlock(
        with passcode: Passcode, since epoch: KeyHolder.Epoch
    ) async throws(VaultError) -> UnlockOutcome {
        try await exclusively { () async throws(VaultError) in
            try await check(passcode) { opened in
                let header = await strengthen(opened, with: passcode)
                await restoreBiometricSlot(header, key: opened.key)
                // The last step, so that a lock at any earlier moment wins, and the outcome is true.
                let keys = VaultKeys(vault: opened.key, record: opened.record)
                let isOpen = await adopt(keys, header, ifStill: epoch)
                return isOpen ? .unlocked : .superseded
            }
        }
    }

    /// Verifies the passcode without changing the lock. Counts as an attempt.
    package func verify(_ passcode: Passcode) async throws(VaultError) -> UnlockOutcome {
        try await exclusively { () async throws(VaultError) in
            try await check(passcode) { _ in .unlocked }
        }
    }

    /// The result of a correct passcode: the key, and the vault as it was read.
    typealias Opened = (key: SymmetricKey, header: VaultHeader, record: VaultRecord)

    /// Verifies a passcode and continues with the result. First comes everything that can fail without the passcode.
    /// Then the attempt is recorded, verified and settled. Call it only within `exclusively`.
    func check(
        _ passcode: Passcode, whenRight proceed: (Opened) async throws(VaultError) -> UnlockOutcome
    ) async throws(VaultError) -> UnlockOutcome {
        let (bytes, stored) = try await readStored()
        guard let header = stored else { return try await checkLegacy(passcode, replacing: bytes, proceed) }
        guard let slot = header.passcode, let stretching = slot.stretching else {
            guard header.awaitsRecovery else { return .noPasscode }
            return header.isShut ? .shut : .exhausted
        }
        try await checkDevice(header)
        if let share = slot.share {
            return try await checkOnline(passcode, slot, stretching, share, header, proceed)
        }
        let attempt: AttemptLimiter.Attempt
        switch try await limiter.take() {
        case .taken(let taken): attempt = taken
        case .wait(let date): return .wait(until: date)
        case .exhausted:
            try await destroySlots(of: header)
            return .exhausted
        }
        let stretched: SymmetricKey
        do { stretched = try await stretch(passcode, stretching) } catch {
            // The passcode was not verified.
            try? await limiter.refund(attempt.ordinal)
            throw error
        }
        // From here on the attempt stays spent in any case: the device secret was used, and its result may be known.
        let wrapping = try await bind(stretched, for: .passcode, vaultID: header.vaultID)
        guard let key = slot.open(with: wrapping, vaultID: header.vaultID) else {
            return try await settleFailure(attempt, header: header)
        }
        let record: VaultRecord
        do {
            record = try VaultRecord(in: header, key: key)
        } catch {
            // The passcode opened a slot that no longer belongs to the vault: neither correct nor wrong.
            try? await limiter.refund(attempt.ordinal)
            throw error
        }
        // If this cannot be written, the attempt stays spent, which only affects the user.
        try? await limiter.clearFailures(attempt.ordinal)
        guard limiter.isLast(attempt) else { return try await proceed((key, header, record)) }
        return try await proceed((key, (try? await keepSlots(passcode, key: key, header, record)) ?? header, record))
    }

    /// Replaces a passcode slot with cheaper parameters, which requires the passcode. If it cannot be written, the next
    /// unlock retries.
    private func strengthen(_ opened: Opened, with passcode: Passcode) async -> VaultHeader {
        let (key, header, record) = opened
        // A slot that requires the server is only replaced by `renewPasscodeSlot`.
        guard let slot = header.passcode, slot.share == nil, slot.isOutdated(comparedTo: parameters) else {
            return header
        }
        do {
            let new = try await makeOfflineSlot(passcode, key: key, vaultID: header.vaultID)
            let written = try await rewrite(header, key: key, record: record) { $0.passcode = new }
            await renewBiometricSlot(written, key: key)
            return written
        } catch {
            return header
        }
    }

    /// Creates the biometric slot again after the enrolment changed and the passcode was verified.
    private func restoreBiometricSlot(_ header: VaultHeader, key: SymmetricKey) async {
        let isThere = try? await parts.biometrics?.exists()
        if isStale || isThere == false { await renewBiometricSlot(header, key: key) }
        isStale = false
    }

    /// Restores the slots after a successful last attempt. Another process, which saw no attempts left, may have
    /// destroyed them or be about to. A new slot makes that process's write a conflict.
    private func keepSlots(
        _ passcode: Passcode, key: SymmetricKey, _ header: VaultHeader, _ record: VaultRecord
    ) async throws(VaultError) -> VaultHeader {
        let slot = try await makeOfflineSlot(passcode, key: key, vaultID: header.vaultID)
        while let now = try await readHeader(), now.passcode == nil || now.passcode == header.passcode {
            do {
                let written = try await rewrite(now, key: key, record: record) { $0.passcode = slot }
                await renewBiometricSlot(written, key: key)
                return written
            } catch .conflict {
                continue
            }
        }
        return header
    }

    private func settleFailure(
        _ attempt: AttemptLimiter.Attempt, header: VaultHeader
    ) async throws(VaultError) -> UnlockOutcome {
        guard limiter.isLast(attempt) else {
            return .wrong(remaining: parts.policy.remaining(afterFailures: attempt.failures))
        }
        if parts.policy == .erase {
            holder.lock()
            try await eraseAll()
        } else {
            try await destroySlots(of: header)
        }
        return .exhausted
    }
}
