internal import Crypto
internal import LatchkeyPasscode

extension Vault {
    /// What a right passcode gives: the key, and what the vault looked like.
    typealias Opened = (key: SymmetricKey, header: VaultHeader, record: VaultRecord)

    /// Tries a passcode, and goes on with what it opens: everything that can fail without it is done first, then the
    /// guess is recorded, then it is tried, then the record is settled. In turn only.
    func check(
        _ passcode: Passcode, whenRight proceed: (Opened) async throws(VaultError) -> UnlockOutcome<VaultError>
    ) async throws(VaultError) -> UnlockOutcome<VaultError> {
        let (bytes, stored) = try await readStored()
        guard let header = stored else { return try await checkLegacy(passcode, replacing: bytes, proceed) }
        guard let slot = header.passcode, let stretching = slot.stretching else {
            return header.awaitsRecovery ? .exhausted : .noPasscode
        }
        try await checkDevice(header)
        let guess: AttemptLimiter.Guess
        switch try await limiter.take() {
        case .taken(let taken): guess = taken
        case .refused(let outcome):
            if outcome == .exhausted { try await destroySlots(of: header) }
            return outcome
        }
        let stretched: SymmetricKey
        do { stretched = try await stretch(passcode, stretching) } catch {
            // Nothing was learned about the passcode, by anybody.
            try? await limiter.giveBack(guess.ordinal)
            throw error
        }
        // From here on the guess is spent whatever happens: what computes with it may have told somebody.
        let wrapping = try await bind(stretched, for: .passcode, vaultID: header.vaultID)
        guard let key = slot.open(with: wrapping, vaultID: header.vaultID) else {
            return try await settleFailure(guess, header: header)
        }
        let record: VaultRecord
        do {
            record = try VaultRecord(in: header, key: key)
        } catch {
            // The passcode opened a slot that does not belong to the vault any more: neither right nor wrong.
            try? await limiter.giveBack(guess.ordinal)
            throw error
        }
        // When this cannot be written, the guess stays spent: that only costs the owner.
        try? await limiter.forgive(guess.ordinal)
        guard limiter.isLast(guess) else { return try await proceed((key, header, record)) }
        return try await proceed((key, (try? await keepSlots(passcode, key: key, header, record)) ?? header, record))
    }

    /// The last guess was right, and another process, which saw no guess left, may be about to destroy the slots or
    /// have done so. A new slot brings them back, and makes the other one's write a conflict.
    private func keepSlots(
        _ passcode: Passcode, key: SymmetricKey, _ header: VaultHeader, _ record: VaultRecord
    ) async throws(VaultError) -> VaultHeader {
        let slot = try await makePasscodeSlot(passcode, key: key, vaultID: header.vaultID)
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
        _ guess: AttemptLimiter.Guess, header: VaultHeader
    ) async throws(VaultError) -> UnlockOutcome<VaultError> {
        guard limiter.isLast(guess) else {
            return .wrong(remaining: parts.policy.remaining(afterFailures: guess.failures))
        }
        guard parts.policy != .erase else {
            holder.lock()
            try await eraseAll()
            return .exhausted
        }
        try await destroySlots(of: header)
        return .exhausted
    }

    /// Destroys the slots, which is all that the tenth failure takes away as long as it may still turn out to have been
    /// the right one. Safe to repeat, and repeated by `prepare` after a crash.
    func destroySlots(of header: VaultHeader) async throws(VaultError) {
        holder.lock()
        var current = header
        while true {
            var new = current
            (new.passcode, new.open, new.isBiometric) = (nil, nil, false)
            do {
                try await commit(new, replacing: current.bytes)
                break
            } catch .conflict {
                // Another process was faster: it destroyed the slots too, or knew the passcode and changed it.
                guard let now = try await readHeader(), now.passcode == header.passcode else { return }
                current = now
            }
        }
        try await parts.biometrics?.delete()
    }

    private func checkLegacy(
        _ passcode: Passcode, replacing bytes: [UInt8]?,
        _ proceed: (Opened) async throws(VaultError) -> UnlockOutcome<VaultError>
    ) async throws(VaultError) -> UnlockOutcome<VaultError> {
        guard let source = parts.legacy, let legacy = try await source.load() else { throw .noVault }
        try await limiter.startIfMissing()
        let vacancy = Vacancy(vault: bytes, count: nil, sealingKey: await store.find(.sealingKey))
        switch try await limiter.take() {
        case .refused(let outcome):
            // Not before the wait after the tenth guess is over: that guess may have been right, in another process that
            // is about to make its vault.
            if outcome == .exhausted, try await limiter.status().waitUntil == nil {
                try await destroyLegacy(source, vacancy)
            }
            return outcome
        case .taken(let guess):
            guard legacy.matches(passcode) else {
                guard limiter.isLast(guess) else {
                    return .wrong(remaining: parts.policy.remaining(afterFailures: guess.failures))
                }
                try await destroyLegacy(source, vacancy)
                return .exhausted
            }
            // Whatever was counted: the guess was right.
            try await limiter.start()
            let (key, header, record) = try await makeVault(.passcode(passcode), in: vacancy)
            try? await source.delete()
            return try await proceed((key, header, record))
        }
    }

    /// The vault without slots comes first: an interruption must not leave "no passcode".
    private func destroyLegacy(
        _ source: any LegacyPasscodeSource, _ vacancy: Vacancy
    ) async throws(VaultError) {
        if parts.policy == .erase {
            try await source.delete()
            try await eraseAll()
        } else {
            try await makeClosedVault(in: vacancy)
            try await source.delete()
        }
    }
}
