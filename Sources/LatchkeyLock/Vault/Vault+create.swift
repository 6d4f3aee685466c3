internal import Crypto
internal import Foundation

extension Vault {
    /// Makes a vault and opens it, unless a lock comes meanwhile. Throws `.vaultExists` when there is one.
    ///
    /// What an earlier installation left behind is replaced.
    package nonisolated func create(_ protection: NewVaultProtection) async throws(VaultError) {
        let epoch = holder.epoch
        try await create(protection, epoch: epoch)
    }

    private func create(_ protection: NewVaultProtection, epoch: KeyHolder.Epoch) async throws(VaultError) {
        try await inTurn { () async throws(VaultError) in
            guard try await readHeader() == nil else { throw .vaultExists }
            if let legacy = parts.legacy, try await legacy.load() != nil { throw .passcodeExists }
            let (key, _, record) = try await makeVault(protection)
            _ = holder.adopt(VaultKeys(vault: key, record: record), ifStill: epoch)
        }
    }

    /// Writes a new vault. Its header comes last: until then there is no vault, and afterwards a whole one.
    func makeVault(
        _ protection: NewVaultProtection
    ) async throws(VaultError) -> (SymmetricKey, VaultHeader, VaultRecord) {
        let key = SymmetricKey(data: random(32))
        let old = try await leftover()
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
            guard parts.biometrics != nil else { throw .noPasscode }
            try await saveBiometricSlot(header, key: key)
            (record.mode, record.isBiometric) = (.biometrics, true)
        }
        header = try record.sealed(into: header, key: key, random: random)
        try await commit(header, replacing: old)
        return (key, header, record)
    }

    /// Writes a vault that nothing opens.
    func makeClosedVault() async throws(VaultError) {
        let key = SymmetricKey(data: random(32))
        let old = try await leftover()
        let record = VaultRecord(mode: .passcode, isBiometric: false, timeout: .immediately)
        let header = try record.sealed(into: try await blankHeader(), key: key, random: random)
        try await commit(header, replacing: old)
    }

    private func blankHeader() async throws(VaultError) -> VaultHeader {
        try await parts.device.create()
        let installation = random(VaultHeader.identifierLength)
        try await parts.installation?.save(Data(installation))
        return VaultHeader(
            vaultID: random(VaultHeader.identifierLength), installationID: installation,
            deviceTag: try await deviceTag(), isBiometric: false, record: [])
    }

    /// What an earlier installation left behind, if anything.
    private func leftover() async throws(VaultError) -> VaultHeader? {
        guard let bytes = try await store.load(.vault) else { return nil }
        return try VaultHeader(bytes: bytes)
    }

    /// Erases the vault, and with it everything that it sealed: for signing out, and for "forgot" without an account.
    /// Works on what cannot be read, too, and may be repeated until it succeeds.
    package func erase() async throws(VaultError) {
        holder.lock()
        try await inTurn { () async throws(VaultError) in
            try await parts.legacy?.delete()
            try await eraseAll()
        }
    }

    /// The slots first: from then on there is no vault.
    func eraseAll() async throws(VaultError) {
        try await store.delete(.vault)
        try await parts.biometrics?.delete()
        try await store.delete(.attempts)
        try await parts.device.erase()
    }
}
