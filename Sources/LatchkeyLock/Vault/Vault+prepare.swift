package import Foundation

extension Vault {
    /// Reads the protection of the vault, and completes interrupted operations. Opens nothing.
    package func prepare() async throws(VaultError) -> VaultProtection {
        let protection = try await exclusively { () async throws(VaultError) -> VaultProtection in
            let (bytes, stored) = try await readStored()
            guard let header = stored else {
                if bytes == VaultHeader.erasing { try await finishErasing() }
                guard let legacy = parts.legacy, try await legacy.load() != nil else { return .absent }
                try await limiter.startIfMissing()
                return .passcode(biometrics: false)
            }
            // A leftover, if a process ended just after replacing it.
            try? await parts.legacy?.delete()
            return try await finishInterruptedWork(on: header)
        }
        holder.note(isAbsent: protection == .absent)
        return protection
    }

    private func finishInterruptedWork(on header: VaultHeader) async throws(VaultError) -> VaultProtection {
        var header = header
        // Also if slots were destroyed: the key that a match releases must not outlive them.
        if !header.isBiometric { try? await parts.biometrics?.delete() }
        if header.passcode != nil {
            if try await limiter.isExhausted() {
                try await destroySlots(of: header)
                return .awaitingRecovery
            }
            if header.open != nil {
                let old = header
                header.open = nil
                try await commit(header, replacing: old.bytes)
            }
            return .passcode(biometrics: header.isBiometric)
        }
        if header.open != nil { return .open }
        if try await eraseUnopenableRecord(header) { return .absent }
        if header.isShut { return .shut }
        guard header.isBiometric, try await parts.biometrics?.exists() == true else { return .awaitingRecovery }
        return .biometricsOnly
    }

    /// Erases a vault without slots if the tenth failure erases. Returns whether it did.
    ///
    /// Only after the delay of that attempt: it may have succeeded in another process, which is about to restore its
    /// slots.
    private func eraseUnopenableRecord(_ header: VaultHeader) async throws(VaultError) -> Bool {
        guard parts.policy == .erase, header.awaitsRecovery, header.recovery == nil else { return false }
        let status = try await limiter.status()
        guard status.isExhausted, status.waitUntil == nil else { return false }
        try await eraseAll()
        return true
    }

    /// Whether only biometrics open the vault, or did before the enrolment changed. It then contains only tokens that
    /// signing in replaces, since ``seal(_:for:)`` throws for other data.
    package func isForTokensOnly() async throws(VaultError) -> Bool {
        guard let header = try await readHeader() else { return false }
        // The tenth wrong passcode clears the flag together with the slots.
        return header.isForBiometricsOnly
    }

    /// Whether there is no vault now.
    package func isAbsent() async throws(VaultError) -> Bool { try await readHeader() == nil }

    /// Opens a vault without a passcode, unless it was locked since the epoch. Throws `.locked` if there is a passcode,
    /// and `.damaged` if the vault's record requires one.
    package func openUnprotected(since epoch: KeyHolder.Epoch) async throws(VaultError) {
        let header = try await requireHeader()
        guard header.passcode == nil, let slot = header.open else { throw .locked }
        try await checkDevice(header)
        let wrapping = try await openSlotKey(vaultID: header.vaultID)
        guard let key = slot.open(with: wrapping, vaultID: header.vaultID) else { throw .damaged }
        let record = try VaultRecord(in: header, key: key)
        _ = await adopt(VaultKeys(vault: key, record: record), header, ifStill: epoch)
    }

    /// The failures in a row, and the end of the delay, if any.
    package func attempts() async throws(VaultError) -> (failures: Int, waitUntil: Date?) {
        let status = try await limiter.status()
        return (Int(clamping: status.failures), status.waitUntil ?? serverWait.flatMap { $0 > now ? $0 : nil })
    }
}
