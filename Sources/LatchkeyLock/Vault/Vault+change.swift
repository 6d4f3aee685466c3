internal import Crypto
package import LatchkeyPasscode

extension Vault {
    /// Sets the first passcode of an unlocked vault. Throws `.locked`, or `.passcodeExists` if there is one.
    package func setPasscode(_ passcode: Passcode) async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            let header = try await requireHeader()
            guard header.passcode == nil else { throw .passcodeExists }
            let (key, record) = try unlockedRecord(of: header)
            try await install(passcode, key: key, record: record, header: header)
        }
    }

    /// Replaces the passcode after verifying the current one. A locked vault stays locked, and sealed data stays
    /// unchanged.
    package func changePasscode(
        from old: Passcode, to new: Passcode
    ) async throws(VaultError) -> UnlockOutcome {
        try await exclusively { () async throws(VaultError) in
            try await check(old) { opened throws(VaultError) in
                let (key, header, record) = opened
                var changed = header
                changed.passcode = try await makePasscodeSlot(new, for: header, key: key)
                try await adopt(changed, replacing: header, key: key, record: record)
                return .unlocked
            }
        }
    }

    /// Removes the passcode and disables biometrics, after verifying the passcode. The vault then opens without a
    /// passcode, unless it was locked since the epoch.
    package func removePasscode(
        _ passcode: Passcode, since epoch: KeyHolder.Epoch
    ) async throws(VaultError) -> UnlockOutcome {
        try await exclusively { () async throws(VaultError) in
            try await check(passcode) { opened throws(VaultError) in
                try await disablePasscode(opened, since: epoch)
                return .unlocked
            }
        }
    }

    /// Removes the passcode of an unlocked vault, after the account's server has verified it.
    package func removeVerifiedPasscode(since epoch: KeyHolder.Epoch) async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            let header = try await requireHeader()
            let (key, record) = try unlockedRecord(of: header)
            try await disablePasscode((key, header, record), since: epoch)
        }
    }

    private func disablePasscode(_ opened: Opened, since epoch: KeyHolder.Epoch) async throws(VaultError) {
        var (key, header, record) = opened
        let open = try await makeOpenSlot(key: key, vaultID: header.vaultID)
        let count = try await store.load(.attempts)
        (record.mode, record.isBiometric) = (.disabled, false)
        try await rewrite(header, key: key, record: record) { ($0.passcode, $0.open) = (nil, open) }
        // From here on both are leftovers, which open nothing. But another process may have set a passcode meanwhile,
        // to which the count then belongs.
        try? await parts.biometrics?.delete()
        if let count { try? await store.delete(.attempts, ifStill: count) }
        _ = await adopt(VaultKeys(vault: key, record: record), header, ifStill: epoch)
    }

    /// Enables biometrics after verifying the passcode. Throws `.noPasscode` if the vault has no passcode.
    package func enableBiometrics(confirming passcode: Passcode) async throws(VaultError) -> UnlockOutcome {
        // Checked before an attempt is spent.
        guard parts.biometrics != nil, unlockPolicy == .offline else { throw .noBiometrics }
        return try await exclusively { () async throws(VaultError) in
            let outcome = try await check(passcode) { opened throws(VaultError) in
                var (key, header, record) = opened
                // The slot first: enabled biometrics without a slot would look like a changed enrolment.
                try await saveBiometricSlot(header, key: key)
                isSecretDropped = false
                record.isBiometric = true
                try await rewrite(header, key: key, record: record)
                return .unlocked
            }
            guard outcome != .noPasscode else { throw .noPasscode }
            return outcome
        }
    }

    /// Disables biometrics in an unlocked vault. Throws `.noPasscode` if nothing else opens it; see
    /// ``disableOnlyBiometrics()``.
    package func disableBiometrics() async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            let header = try await requireHeader()
            var (key, record) = try unlockedRecord(of: header)
            guard record.mode != .biometrics else { throw .noPasscode }
            record.isBiometric = false
            try await rewrite(header, key: key, record: record)
            try await parts.biometrics?.delete()
        }
    }

    /// Enables biometrics in an unlocked vault without a passcode, so that nothing else opens it. Throws
    /// `.passcodeNeeded` unless the vault has sealed only tokens that signing in replaces (C16).
    package func enableOnlyBiometrics() async throws(VaultError) {
        guard parts.biometrics != nil else { throw .noBiometrics }
        try await exclusively { () async throws(VaultError) in
            let header = try await requireHeader()
            var (key, record) = try unlockedRecord(of: header)
            guard record.mode == .session else { throw .passcodeNeeded }
            // The slot first: without it, nothing would open the vault.
            try await saveBiometricSlot(header, key: key)
            isSecretDropped = false
            (record.mode, record.isBiometric) = (.biometrics, true)
            try await rewrite(header, key: key, record: record) { $0.open = nil }
        }
    }

    /// Lets a vault without a passcode seal the app's data. Biometrics alone can no longer protect it.
    package func acceptAppData() async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            let header = try await requireHeader()
            var (key, record) = try unlockedRecord(of: header)
            guard record.mode == .session else { return }
            record.mode = .unset
            try await rewrite(header, key: key, record: record)
        }
    }

    /// Disables biometrics in an unlocked vault that nothing else opens. It then opens without a proof, and still seals
    /// only tokens that signing in replaces. Throws `.passcodeExists` if something else opens it.
    package func disableOnlyBiometrics() async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            let header = try await requireHeader()
            var (key, record) = try unlockedRecord(of: header)
            guard record.mode == .biometrics else { throw .passcodeExists }
            let open = try await makeOpenSlot(key: key, vaultID: header.vaultID)
            (record.mode, record.isBiometric) = (.session, false)
            try await rewrite(header, key: key, record: record) { $0.open = open }
            // From here on the slot is a leftover, which opens nothing.
            try? await parts.biometrics?.delete()
        }
    }

    /// Sets the timeout of an unlocked vault.
    package func setTimeout(_ timeout: LockTimeout) async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            let header = try await requireHeader()
            var (key, record) = try unlockedRecord(of: header)
            record.timeout = timeout
            try await rewrite(header, key: key, record: record)
        }
    }

    /// Verifies the passcode and sets the timeout of an unlocked vault, as one step.
    package func setTimeout(
        _ timeout: LockTimeout, confirming passcode: Passcode
    ) async throws(VaultError) -> UnlockOutcome {
        try await exclusively { () async throws(VaultError) in
            guard !isLocked else { throw .locked }
            return try await check(passcode) { opened throws(VaultError) in
                var record = opened.record
                record.timeout = timeout
                try await rewrite(opened.header, key: opened.key, record: record)
                return .unlocked
            }
        }
    }

    /// Sets the account's recovery key, which opens the vault in place of an earlier one. The vault must be unlocked.
    /// Writes nothing if the key already opens it.
    package func setRecoveryKey(_ recovery: RecoveryKey) async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            let header = try await requireHeader()
            let (key, record) = try unlockedRecord(of: header)
            guard try await open(header, with: recovery) == nil else { return }
            let slot = try await makeRecoverySlot(recovery, key: key, vaultID: header.vaultID)
            try await rewrite(header, key: key, record: record) { $0.recovery = slot }
        }
    }

    /// Opens the vault with the account's recovery key, and sets this passcode; nil if the account has it disabled.
    ///
    /// For a reset by email, a passcode changed elsewhere, and the tenth failure. Throws `.recoveryKeyRejected` unless
    /// the key is the last one that was set. Returns false if the vault was locked since the epoch: it is then
    /// rewritten, and stays locked.
    package func recover(
        with recovery: RecoveryKey, setting passcode: Passcode?, since epoch: KeyHolder.Epoch
    ) async throws(VaultError) -> Bool {
        try await exclusively { () async throws(VaultError) in
            let header = try await requireHeader()
            try await checkDevice(header)
            guard let key = try await open(header, with: recovery) else { throw .recoveryKeyRejected }
            var record = try VaultRecord(in: header, key: key)
            record.isBiometric = header.isBiometric
            if let passcode {
                record = try await install(passcode, key: key, record: record, header: header)
            } else {
                let open = try await makeOpenSlot(key: key, vaultID: header.vaultID)
                (record.mode, record.isBiometric) = (.disabled, false)
                try await rewrite(header, key: key, record: record) { ($0.passcode, $0.open) = (nil, open) }
                try? await parts.biometrics?.delete()
            }
            return await adopt(VaultKeys(vault: key, record: record), header, ifStill: epoch)
        }
    }

    /// Stores the passcode slot, after the count: a slot without a count would be unreadable; a count without a slot is
    /// harmless.
    @discardableResult
    private func install(
        _ passcode: Passcode, key: SymmetricKey, record: VaultRecord, header: VaultHeader
    ) async throws(VaultError) -> VaultRecord {
        let slot = try await makePasscodeSlot(passcode, for: header, key: key)
        try await limiter.start()
        var (changed, record) = (header, record)
        record.mode = .passcode
        (changed.passcode, changed.open) = (slot, nil)
        return try await adopt(changed, replacing: header, key: key, record: record)
    }

    /// Stores a header with a new passcode slot, and the biometric slot that belongs to it. A slot that requires the
    /// server disables biometrics, which would open the vault without it.
    @discardableResult
    func adopt(
        _ changed: VaultHeader, replacing header: VaultHeader, key: SymmetricKey, record: VaultRecord
    ) async throws(VaultError) -> VaultRecord {
        var record = record
        if changed.passcode?.share != nil { record.isBiometric = false }
        let written = try await rewrite(header, key: key, record: record) { $0 = changed }
        serverWait = nil
        await renewBiometricSlot(written, key: key)
        // If it cannot be deleted now, the next `prepare` deletes it.
        if header.isBiometric, !record.isBiometric { try? await parts.biometrics?.delete() }
        return record
    }
}
