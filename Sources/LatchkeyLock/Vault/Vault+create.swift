internal import Crypto
internal import Foundation

extension Vault {
    /// Makes a vault and opens it, unless it was locked since the epoch. Throws `.vaultExists` when there is one.
    ///
    /// What an earlier installation left behind is replaced.
    package func create(_ protection: NewVaultProtection, since epoch: KeyHolder.Epoch) async throws(VaultError) {
        try await inTurn { () async throws(VaultError) in
            guard try await readHeader() == nil else { throw .vaultExists }
            if let legacy = parts.legacy, try await legacy.load() != nil { throw .passcodeExists }
            let (key, header, record) = try await makeVault(protection)
            _ = await adopt(VaultKeys(vault: key, record: record), header, ifStill: epoch)
        }
    }

    /// Writes a new vault. Its header comes last: until then there is no vault, and afterwards a whole one.
    func makeVault(
        _ protection: NewVaultProtection
    ) async throws(VaultError) -> (SymmetricKey, VaultHeader, VaultRecord) {
        let key = random.key()
        // What an earlier installation left behind, if anything: of any version, and never read.
        let old = try await store.load(.vault)
        var header = try await blankHeader()
        var record = VaultRecord(mode: .unset, isBiometric: false, timeout: .immediately)
        switch protection {
        case .open:
            header.open = try await makeOpenSlot(key: key, vaultID: header.vaultID)
        case .passcode(let passcode):
            try await limiter.start()
            header.passcode = try await makePasscodeSlot(passcode, key: key, vaultID: header.vaultID)
            record.mode = .passcode
        case .biometricsOnly:
            // Nothing would open it.
            guard parts.biometrics != nil else { throw .noBiometrics }
            try await saveBiometricSlot(header, key: key)
            (record.mode, record.isBiometric) = (.biometrics, true)
        }
        header = try record.sealed(into: header, key: key, random: random)
        try await store.delete(.sealingKey)
        try await commit(header, replacing: old)
        return (key, header, record)
    }

    /// Writes a vault that nothing opens.
    func makeClosedVault() async throws(VaultError) {
        let key = random.key()
        let old = try await store.load(.vault)
        let record = VaultRecord(mode: .passcode, isBiometric: false, timeout: .immediately)
        let header = try record.sealed(into: try await blankHeader(), key: key, random: random)
        try await commit(header, replacing: old)
    }

    private func blankHeader() async throws(VaultError) -> VaultHeader {
        do { try await parts.device.enroll() } catch { throw VaultError(error) }
        let installation = random(VaultHeader.identifierLength)
        try await parts.installation?.save(Data(installation))
        return VaultHeader(
            vaultID: random(VaultHeader.identifierLength), installationID: installation,
            deviceTag: try await deviceTag(), isBiometric: false, record: [])
    }

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

    /// The slots first: from then on there is no vault. What another process has made since then keeps its count and its
    /// secret.
    func eraseAll() async throws(VaultError) {
        try await store.delete(.vault)
        try await parts.biometrics?.delete()
        guard try await store.load(.vault) == nil else { return }
        try await store.delete(.sealingKey)
        try await store.delete(.attempts)
        guard try await store.load(.vault) == nil else { return }
        do { try await parts.device.erase() } catch { throw VaultError(error) }
    }
}
