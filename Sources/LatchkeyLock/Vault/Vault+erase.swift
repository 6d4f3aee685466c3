extension Vault {
    /// Erases the vault, and with it everything that it sealed: for signing out, and for "forgot" without an account.
    /// Works on what cannot be read, too, and may be repeated until it succeeds.
    package func erase() async throws(VaultError) {
        holder.lock()
        // A task of its own: erasing that was begun is not given up because a screen went away.
        let erasing = Task {
            do throws(VaultError) {
                try await inTurn { () async throws(VaultError) in
                    try await parts.legacy?.delete()
                    try await eraseAll()
                }
                return VaultError?.none
            } catch {
                return error
            }
        }
        if let error = await erasing.value { throw error }
    }

    /// First one write after which nothing opens anything, and which the next start finishes from, whenever this ends. What
    /// another process has made since then keeps its count and its secret, and gets back what it took up before it was
    /// deleted here.
    func eraseAll() async throws(VaultError) {
        let (count, sealingKey) = (await store.find(.attempts), await store.find(.sealingKey))
        var secrets: [(LockItem, [UInt8])] = []
        for item in [LockItem.deviceSecret, .deviceKey] {
            if let bytes = try? await store.load(item) { secrets.append((item, bytes)) }
        }
        try await beginErasing()
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

    /// Finishes what a process left that ended while it erased, or that is still at it.
    ///
    /// The device's secret stays for the next vault, which the other process would otherwise rob of it; alone it opens
    /// nothing.
    func finishErasing() async throws(VaultError) {
        let (count, sealingKey) = (await store.find(.attempts), await store.find(.sealingKey))
        try await deleteOrphanedSlot()
        guard try await isVacant() else { return }
        try await store.delete(.sealingKey, asFound: sealingKey)
        try await store.delete(.attempts, asFound: count)
        try await store.delete(.vault, ifStill: VaultHeader.erasing)
    }

    /// Deletes the biometric slot, unless it is that of a vault which another process has made meanwhile.
    private func deleteOrphanedSlot() async throws(VaultError) {
        // In this order: who makes a vault stores its slot after it, so one that was there before a vacancy is no one's.
        guard let biometrics = parts.biometrics, (try? await biometrics.exists()) != false, try await isVacant() else {
            return
        }
        try await biometrics.delete()
        // Made between the look and the deletion: without its only slot nothing would ever open it, and it holds what
        // signing in brings again.
        guard let bytes = try await store.load(.vault), let header = try? VaultHeader(bytes: bytes),
            header.isForBiometricsOnly, try await !biometrics.exists()
        else { return }
        try await store.delete(.vault, ifStill: bytes)
    }

    private func beginErasing() async throws(VaultError) {
        do { try await store.save(VaultHeader.erasing, to: .vault) } catch {
            // What cannot be read cannot be replaced.
            try await store.delete(.vault)
        }
    }

    /// Whether no process has made a vault since this one began to erase.
    private func isVacant() async throws(VaultError) -> Bool {
        [nil, VaultHeader.erasing].contains(try await store.load(.vault))
    }

    private func restore(_ bytes: [UInt8], to item: LockItem) async throws(VaultError) {
        try await store.update(item) { now throws(VaultError) in (now ?? bytes, ()) }
    }
}
