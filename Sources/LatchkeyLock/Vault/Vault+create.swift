internal import Crypto
internal import Foundation

extension Vault {
    /// Creates a vault and opens it, unless it was locked since the epoch. Replaces leftovers of an earlier
    /// installation. Throws `.vaultExists` if there is a vault.
    package func create(_ protection: NewVaultProtection, since epoch: KeyHolder.Epoch) async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            guard let remnants = try await remnants() else { throw .vaultExists }
            if let legacy = parts.legacy, try await legacy.load() != nil { throw .passcodeExists }
            if case .passcode = protection { try await limiter.start(replacing: remnants.count) }
            let (key, header, record) = try await makeVault(protection, in: remnants)
            _ = await adopt(VaultKeys(vault: key, record: record), header, ifStill: epoch)
        }
    }

    /// Writes a new vault, whose count already exists. Throws `.conflict` if another process has created a vault since
    /// the remnants were read.
    func makeVault(
        _ protection: NewVaultProtection, in remnants: VaultRemnants
    ) async throws(VaultError) -> (SymmetricKey, VaultHeader, VaultRecord) {
        let key = random.key()
        var header = try await blankHeader()
        var record = VaultRecord(mode: .unset, isBiometric: false, timeout: .immediately)
        switch protection {
        case .open, .openForTokens:
            if case .openForTokens = protection { record.mode = .session }
            header.open = try await makeOpenSlot(key: key, vaultID: header.vaultID)
        case .passcode(let passcode):
            header.passcode = try await makePasscodeSlot(passcode, for: header, key: key)
            record.mode = .passcode
        case .biometricsOnly:
            // Nothing would open the vault.
            guard parts.biometrics != nil else { throw .noBiometrics }
            (record.mode, record.isBiometric) = (.biometrics, true)
        }
        header = try record.sealed(into: header, key: key, random: random)
        try await store.delete(.sealingKey, asFound: remnants.sealingKey)
        // Before this write there is no vault; after it there is a complete one.
        try await commit(header, replacing: remnants.vault)
        // Only after this process's vault was written: another process's slot must not be replaced. An interruption
        // before this line leaves a vault without data.
        if record.mode == .biometrics { try await saveOnlySlot(of: header, key: key) }
        try await checkParts(of: header)
        return (key, header, record)
    }

    /// Stores the only slot of the vault. Deletes the vault if that fails.
    private func saveOnlySlot(of header: VaultHeader, key: SymmetricKey) async throws(VaultError) {
        do { try await saveBiometricSlot(header, key: key) } catch {
            try? await store.delete(.vault, ifStill: header.bytes)
            throw error
        }
    }

    /// Deletes the new vault and throws `.conflict` if another process, which was erasing, has deleted the secret or
    /// the count that the vault relies on. Nothing was sealed in it yet.
    private func checkParts(of header: VaultHeader) async throws(VaultError) {
        do throws(VaultError) {
            try await checkDevice(header)
            if header.passcode != nil { _ = try await limiter.status() }
            // The other process has deleted the vault's slot, and the vault with it.
            if header.isForBiometricsOnly, try await store.load(.vault) != header.bytes { throw .conflict }
        } catch .deviceSecretMissing, .deviceSecretChanged, .counterMissing, .conflict {
            try await store.delete(.vault, ifStill: header.bytes)
            throw .conflict
        } catch {
            // It cannot be read now, which proves nothing.
        }
    }

    /// Writes a vault without slots, which nothing opens.
    func makeClosedVault(in remnants: VaultRemnants) async throws(VaultError) {
        let key = random.key()
        let record = VaultRecord(mode: .passcode, isBiometric: false, timeout: .immediately)
        let header = try record.sealed(into: try await blankHeader(), key: key, random: random)
        try await commit(header, replacing: remnants.vault)
    }

    private func blankHeader() async throws(VaultError) -> VaultHeader {
        do { try await parts.device.enroll() } catch { throw VaultError(error) }
        var installation = random(VaultHeader.identifierLength)
        if let marker = parts.installation { installation = Array(try await marker.claim(Data(installation))) }
        guard installation.count == VaultHeader.identifierLength else { throw .installationUnknown }
        return VaultHeader(
            vaultID: random(VaultHeader.identifierLength), installationID: installation,
            deviceTag: try await deviceTag(), isBiometric: false, isUnused: parts.marksUnusedVaults && !isUsed,
            record: [])
    }
}

/// The stored data in the absence of a vault, read before one is created, so that a concurrent write of another process
/// is not replaced.
struct VaultRemnants: Sendable {
    /// A leftover of an earlier installation, of any version and not parsed, or the mark of an interrupted erasure.
    let vault: [UInt8]?
    let count: [UInt8]?
    let sealingKey: LockStore.Finding
}

extension Vault {
    /// Reads the stored data, or returns nil if there is a vault.
    func remnants() async throws(VaultError) -> VaultRemnants? {
        // The vault is read last, so that one that was created meanwhile is noticed.
        let (count, sealingKey) = (try await store.load(.attempts), await store.find(.sealingKey))
        let (bytes, header) = try await readStored()
        return header == nil ? VaultRemnants(vault: bytes, count: count, sealingKey: sealingKey) : nil
    }
}
