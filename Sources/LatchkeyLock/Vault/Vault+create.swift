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
        try await checkParts(of: header)
        return (key, header, record)
    }

    /// Another process that erased meanwhile may have taken the secret or the count that the new vault relies on. Takes
    /// the vault back then, and throws `.conflict`: nothing was sealed in it yet.
    private func checkParts(of header: VaultHeader) async throws(VaultError) {
        do {
            try await checkDevice(header)
            if header.passcode != nil { _ = try await limiter.status() }
        } catch .deviceSecretMissing, .deviceSecretChanged, .counterMissing {
            try await store.delete(.vault, ifStill: header.bytes)
            throw .conflict
        } catch {
            // Not to be had now, which tells nothing.
        }
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
    /// secret, and gets back what it took up before it was deleted here.
    func eraseAll() async throws(VaultError) {
        let count: Result<[UInt8]?, VaultError>
        do { count = .success(try await store.load(.attempts)) } catch { count = .failure(error) }
        var secrets: [(LockItem, [UInt8])] = []
        for item in [LockItem.deviceSecret, .deviceKey] {
            if let bytes = try? await store.load(item) { secrets.append((item, bytes)) }
        }
        try await store.delete(.vault)
        try await parts.biometrics?.delete()
        guard try await store.load(.vault) == nil else { return }
        try await store.delete(.sealingKey)
        switch count {
        case .success(let bytes?): try await store.delete(.attempts, ifStill: bytes)
        case .success(nil): break
        case .failure: try await store.delete(.attempts)
        }
        if try await store.load(.vault) == nil {
            do { try await parts.device.erase() } catch { throw VaultError(error) }
        }
        guard try await store.load(.vault) != nil else { return }
        if case .success(let bytes?) = count { try await restore(bytes, to: .attempts) }
        for (item, bytes) in secrets { try await restore(bytes, to: item) }
    }

    private func restore(_ bytes: [UInt8], to item: LockItem) async throws(VaultError) {
        try await store.update(item) { now throws(VaultError) in (now ?? bytes, ()) }
    }
}
