extension Vault {
    /// Erases the vault and everything that it sealed, for signing out, and for a forgotten passcode without an
    /// account. It also erases a vault that cannot be read, and may be repeated until it succeeds.
    package func erase() async throws(VaultError) {
        holder.lock()
        try await erasing { [self] () async throws(VaultError) in
            try await parts.legacy?.delete()
            try await eraseAll()
        }
    }

    /// Runs the work exclusively in a separate task, so that erasing that has begun does not end when the caller is
    /// cancelled.
    func erasing(_ work: @escaping () async throws(VaultError) -> Void) async throws(VaultError) {
        let erasing = Task {
            do throws(VaultError) {
                try await exclusively(work)
                return VaultError?.none
            } catch {
                return error
            }
        }
        if let error = await erasing.value { throw error }
    }

    /// Erases all items. The first write leaves nothing that opens; after an interruption, the next start continues
    /// from there. A vault that another process creates meanwhile keeps its count and its secret: those that were
    /// deleted here are restored.
    ///
    /// - Parameter header: The vault to erase, or nil for any. Throws `.conflict` if another is stored.
    func eraseAll(_ header: VaultHeader? = nil) async throws(VaultError) {
        let (count, sealingKey) = (await store.find(.attempts), await store.find(.sealingKey))
        var secrets: [(LockItem, [UInt8])] = []
        for item in [LockItem.deviceSecret, .deviceKey] {
            if let bytes = try? await store.load(item) { secrets.append((item, bytes)) }
        }
        try await beginErasing(header)
        try await deleteOrphanedSlot()
        guard try await isVacant() else { return }
        try await store.delete(.sealingKey, asFound: sealingKey)
        try await store.delete(.attempts, asFound: count)
        if try await isVacant() {
            do { try await parts.device.erase() } catch { throw VaultError(error) }
        }
        guard try await isVacant() else {
            if case .success(let bytes?) = count { try await restore(bytes, to: .attempts) }
            for (item, bytes) in secrets { try await restore(bytes, to: item) }
            return
        }
        try await store.delete(.vault, ifStill: VaultHeader.erasing)
    }

    /// Completes the erasing of a process that has ended, or is still erasing.
    ///
    /// The device secret stays for the next vault, which may already rely on it; alone it opens nothing.
    func finishErasing() async throws(VaultError) {
        let (count, sealingKey) = (await store.find(.attempts), await store.find(.sealingKey))
        try await deleteOrphanedSlot()
        guard try await isVacant() else { return }
        try await store.delete(.sealingKey, asFound: sealingKey)
        try await store.delete(.attempts, asFound: count)
        try await store.delete(.vault, ifStill: VaultHeader.erasing)
    }

    /// Deletes the biometric slot, unless it belongs to a vault that another process has created meanwhile.
    private func deleteOrphanedSlot() async throws(VaultError) {
        // In this order: a new vault's slot is stored after the vault, so a slot that is older than the remnants
        // belongs to no vault.
        guard let biometrics = parts.biometrics, (try? await biometrics.exists()) != false, try await isVacant() else {
            return
        }
        try await biometrics.delete()
        // A vault that was created between the check and the deletion has lost its only slot, and could never be
        // opened. It contains only tokens that signing in replaces.
        guard let bytes = try await store.load(.vault), let header = try? VaultHeader(bytes: bytes),
            header.isForBiometricsOnly, try await !biometrics.exists()
        else { return }
        try await store.delete(.vault, ifStill: bytes)
    }

    private func beginErasing(_ header: VaultHeader?) async throws(VaultError) {
        if let header {
            return try await store.update(.vault) { bytes throws(VaultError) in
                guard bytes == header.bytes else { throw .conflict }
                return (VaultHeader.erasing, ())
            }
        }
        do { try await store.save(VaultHeader.erasing, to: .vault) } catch {
            // Data that cannot be read cannot be replaced.
            try await store.delete(.vault)
        }
    }

    /// Whether no process has created a vault since this one began to erase.
    private func isVacant() async throws(VaultError) -> Bool {
        [nil, VaultHeader.erasing].contains(try await store.load(.vault))
    }

    private func restore(_ bytes: [UInt8], to item: LockItem) async throws(VaultError) {
        try await store.update(item) { now throws(VaultError) in (now ?? bytes, ()) }
    }

    /// Destroys the slots. The tenth failure destroys nothing else while another process may still find that its
    /// attempt succeeded. Safe to repeat. If the biometric key cannot be deleted now, the next `prepare` deletes it.
    ///
    /// - Parameter isShut: Whether the cause is the server, which has destroyed its key.
    func destroySlots(of header: VaultHeader, isShut: Bool = false) async throws(VaultError) {
        holder.lock()
        var current = header
        while true {
            var new = current
            (new.passcode, new.open, new.isBiometric, new.isShut) = (nil, nil, false, isShut)
            do {
                try await commit(new, replacing: current.bytes)
                break
            } catch .conflict {
                // Another process has destroyed the slots too, or has verified the passcode and changed it.
                guard let now = try await readHeader(), now.passcode == header.passcode else { return }
                current = now
            }
        }
        try? await parts.biometrics?.delete()
    }
}
