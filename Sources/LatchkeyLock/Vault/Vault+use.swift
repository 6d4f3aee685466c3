extension Vault {
    /// Records that the app may seal data in the vault, so that ``eraseIfUnused()`` does not erase it. Call it before
    /// the app gets the vault.
    package func noteUse() async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            while let header = try await readHeader(), header.isUnused {
                var used = header
                used.isUnused = false
                do throws(VaultError) { try await commit(used, replacing: header.bytes) } catch .conflict {
                    // Another process has changed the vault meanwhile. Read it again.
                    continue
                }
            }
            isUsed = true
        }
    }

    /// Erases a vault that opens without a proof and that the app never had. Does not erase a vault that another
    /// process uses or protects meanwhile.
    package func eraseIfUnused() async throws(VaultError) {
        try await erasing { [self] () async throws(VaultError) in
            guard !isUsed, let header = try await readHeader(), header.isUnused, header.open != nil,
                header.passcode == nil
            else { return }
            try await parts.legacy?.delete()
            // The vault was used, protected or replaced meanwhile.
            do throws(VaultError) { try await eraseAll(header) } catch .conflict { return }
            holder.lock()
        }
    }
}
