internal import Crypto
package import Foundation
package import LatchkeyPasscode

extension Vault {
    /// Finds out what stands between the app and its vault, and finishes what a crash interrupted. Opens nothing.
    package func prepare() async throws(VaultError) -> VaultProtection {
        try await inTurn { () async throws(VaultError) in
            let (bytes, stored) = try await readStored()
            guard let header = stored else {
                if bytes == VaultHeader.erasing { try await finishErasing() }
                guard let legacy = parts.legacy, try await legacy.load() != nil else { return .absent }
                try await limiter.startIfMissing()
                return .passcode(biometrics: false)
            }
            // Left behind by an interruption just after it was replaced.
            try? await parts.legacy?.delete()
            return try await finishInterruptedWork(on: header)
        }
    }

    private func finishInterruptedWork(on header: VaultHeader) async throws(VaultError) -> VaultProtection {
        var header = header
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
            if !header.isBiometric { try? await parts.biometrics?.delete() }
            return .passcode(biometrics: header.isBiometric)
        }
        if header.open != nil { return .open }
        if try await eraseWhatNothingOpens(header) { return .absent }
        guard header.isBiometric, try await parts.biometrics?.exists() == true else { return .awaitingRecovery }
        return .biometricsOnly
    }

    /// Erases a vault without slots where the tenth failure erases. Returns whether it did.
    ///
    /// Not before the wait after that guess is over: it may have been the right one, in another process that is about to
    /// bring its slots back.
    private func eraseWhatNothingOpens(_ header: VaultHeader) async throws(VaultError) -> Bool {
        guard parts.policy == .erase, header.awaitsRecovery, header.recovery == nil else { return false }
        let status = try await limiter.status()
        guard status.isExhausted, status.waitUntil == nil else { return false }
        try await eraseAll()
        return true
    }

    /// Whether biometrics alone open the vault, or did before the enrolment changed: then it holds tokens only, which
    /// are to be had again by signing in.
    package func isForTokensOnly() async throws(VaultError) -> Bool {
        guard let header = try await readHeader() else { return false }
        // The tenth wrong passcode takes the flag away with the slots.
        return header.isForBiometricsOnly
    }

    /// Opens a vault without a passcode, unless it was locked since the epoch. Throws `.locked` when there is a passcode,
    /// and `.damaged` when the vault's record says that there should be one.
    package func openUnprotected(since epoch: KeyHolder.Epoch) async throws(VaultError) {
        let header = try await requireHeader()
        guard header.passcode == nil, let slot = header.open else { throw .locked }
        try await checkDevice(header)
        let wrapping = try await openSlotKey(vaultID: header.vaultID)
        guard let key = slot.open(with: wrapping, vaultID: header.vaultID) else { throw .damaged }
        let record = try VaultRecord(in: header, key: key)
        _ = await adopt(VaultKeys(vault: key, record: record), header, ifStill: epoch)
    }

    /// Opens the vault with the passcode. A lock since the epoch wins.
    package func unlock(
        with passcode: Passcode, since epoch: KeyHolder.Epoch
    ) async throws(VaultError) -> UnlockOutcome<VaultError> {
        try await inTurn { () async throws(VaultError) in
            try await check(passcode) { opened in
                let header = await strengthen(opened, with: passcode)
                await restoreBiometricSlot(header, key: opened.key)
                // The last act, so that a lock at any moment before wins, and the answer is true.
                let keys = VaultKeys(vault: opened.key, record: opened.record)
                let isOpen = await adopt(keys, header, ifStill: epoch)
                return isOpen ? .unlocked : .superseded
            }
        }
    }

    /// Checks the passcode and leaves the lock as it is. Counts like an unlock.
    package func verify(_ passcode: Passcode) async throws(VaultError) -> UnlockOutcome<VaultError> {
        try await inTurn { () async throws(VaultError) in
            try await check(passcode) { _ in .unlocked }
        }
    }

    /// The failures in a row, and the end of the wait if there is one.
    package func attempts() async throws(VaultError) -> (failures: Int, waitUntil: Date?) {
        let status = try await limiter.status()
        return (Int(clamping: status.failures), status.waitUntil)
    }

    /// Makes a passcode slot anew that an older version or a cheaper setting wrote: only who has the passcode can. When it
    /// cannot be written, the next unlock tries again.
    private func strengthen(_ opened: Opened, with passcode: Passcode) async -> VaultHeader {
        let (key, header, record) = opened
        guard let slot = header.passcode, slot.isOutdated(beside: parameters) else { return header }
        do {
            let new = try await makePasscodeSlot(passcode, key: key, vaultID: header.vaultID)
            let written = try await rewrite(header, key: key, record: record) { $0.passcode = new }
            await renewBiometricSlot(written, key: key)
            return written
        } catch {
            return header
        }
    }

    /// After a change of the enrolment the passcode was asked for once; this is the once.
    private func restoreBiometricSlot(_ header: VaultHeader, key: SymmetricKey) async {
        let isThere = try? await parts.biometrics?.exists()
        if isStale || isThere == false { await renewBiometricSlot(header, key: key) }
        isStale = false
    }

    /// Opens the vault with a biometric match, which releases the key. A lock since the epoch wins.
    package func unlockWithBiometrics(
        reason: String, since epoch: KeyHolder.Epoch
    ) async throws(VaultError) -> BiometricUnlockOutcome {
        guard let biometrics = parts.biometrics, try await requireHeader().isBiometric else { return .notEnabled }
        // Not in turn: a person who is asked for a face may type the passcode instead.
        let release = await biometrics.release(reason: reason)
        switch consume release {
        case .released(var bytes):
            defer { bytes.wipe() }
            return try await adopt(bytes, epoch: epoch)
        case .refused(.unreadable(let error)): throw error
        case .refused(let outcome):
            if outcome == .passcodeNeeded { isStale = true }
            return outcome
        }
    }

    private func adopt(_ bytes: Data, epoch: KeyHolder.Epoch) async throws(VaultError) -> BiometricUnlockOutcome {
        try await inTurn { () async throws(VaultError) in
            // Read after the match: the prompt may have been up for long.
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
