internal import Crypto
internal import Foundation

extension Vault {
    /// Makes a vault and opens it, unless it was locked since the epoch. Throws `.vaultExists` when there is one.
    ///
    /// What an earlier installation left behind is replaced.
    package func create(_ protection: NewVaultProtection, since epoch: KeyHolder.Epoch) async throws(VaultError) {
        try await inTurn { () async throws(VaultError) in
            guard let vacancy = try await vacancy() else { throw .vaultExists }
            if let legacy = parts.legacy, try await legacy.load() != nil { throw .passcodeExists }
            if case .passcode = protection { try await limiter.start(replacing: vacancy.count) }
            let (key, header, record) = try await makeVault(protection, in: vacancy)
            _ = await adopt(VaultKeys(vault: key, record: record), header, ifStill: epoch)
        }
    }

    /// Writes a new vault, whose count has begun. Throws `.conflict` when another process has made one since the vacancy
    /// was read.
    func makeVault(
        _ protection: NewVaultProtection, in vacancy: Vacancy
    ) async throws(VaultError) -> (SymmetricKey, VaultHeader, VaultRecord) {
        let key = random.key()
        var header = try await blankHeader()
        var record = VaultRecord(mode: .unset, isBiometric: false, timeout: .immediately)
        switch protection {
        case .open:
            header.open = try await makeOpenSlot(key: key, vaultID: header.vaultID)
        case .passcode(let passcode):
            header.passcode = try await makePasscodeSlot(passcode, key: key, vaultID: header.vaultID)
            record.mode = .passcode
        case .biometricsOnly:
            // Nothing would open it.
            guard parts.biometrics != nil else { throw .noBiometrics }
            (record.mode, record.isBiometric) = (.biometrics, true)
        }
        header = try record.sealed(into: header, key: key, random: random)
        try await store.delete(.sealingKey, asFound: vacancy.sealingKey)
        // Until then there is no vault, and afterwards a whole one.
        try await commit(header, replacing: vacancy.vault)
        // Only once it is settled which process makes the vault: another one's slot must not be replaced. Interrupted
        // before it, a vault is left that holds nothing.
        if record.mode == .biometrics { try await saveOnlySlot(of: header, key: key) }
        try await checkParts(of: header)
        return (key, header, record)
    }

    /// Takes the vault back when its only slot cannot be stored.
    private func saveOnlySlot(of header: VaultHeader, key: SymmetricKey) async throws(VaultError) {
        do { try await saveBiometricSlot(header, key: key) } catch {
            try? await store.delete(.vault, ifStill: header.bytes)
            throw error
        }
    }

    /// Another process that erased meanwhile may have taken the secret or the count that the new vault relies on. Takes
    /// the vault back then, and throws `.conflict`: nothing was sealed in it yet.
    private func checkParts(of header: VaultHeader) async throws(VaultError) {
        do throws(VaultError) {
            try await checkDevice(header)
            if header.passcode != nil { _ = try await limiter.status() }
            // Taken back by the other one, which has deleted its slot.
            if header.isForBiometricsOnly, try await store.load(.vault) != header.bytes { throw .conflict }
        } catch .deviceSecretMissing, .deviceSecretChanged, .counterMissing, .conflict {
            try await store.delete(.vault, ifStill: header.bytes)
            throw .conflict
        } catch {
            // Not to be had now, which tells nothing.
        }
    }

    /// Writes a vault that nothing opens.
    func makeClosedVault(in vacancy: Vacancy) async throws(VaultError) {
        let key = random.key()
        let record = VaultRecord(mode: .passcode, isBiometric: false, timeout: .immediately)
        let header = try record.sealed(into: try await blankHeader(), key: key, random: random)
        try await commit(header, replacing: vacancy.vault)
    }

    private func blankHeader() async throws(VaultError) -> VaultHeader {
        do { try await parts.device.enroll() } catch { throw VaultError(error) }
        var installation = random(VaultHeader.identifierLength)
        if let marker = parts.installation { installation = Array(try await marker.claim(Data(installation))) }
        guard installation.count == VaultHeader.identifierLength else { throw .installationUnknown }
        return VaultHeader(
            vaultID: random(VaultHeader.identifierLength), installationID: installation,
            deviceTag: try await deviceTag(), isBiometric: false, record: [])
    }
}
