internal import Crypto
internal import Foundation
internal import LatchkeyPasscode

/// The vault's stored state: its header and its slots.
extension Vault {
    /// Returns the header, or nil if there is no vault of this installation.
    func readHeader() async throws(VaultError) -> VaultHeader? { try await readStored().header }

    /// Returns the header with its bytes, or bytes that are not a vault of this installation, without a header.
    func readStored() async throws(VaultError) -> (bytes: [UInt8]?, header: VaultHeader?) {
        let stored = try await store.load(.vault)
        guard let bytes = stored, bytes != VaultHeader.erasing else { return (stored, nil) }
        guard let installation = parts.installation else { return (bytes, try VaultHeader(bytes: bytes)) }
        // Before the header is parsed: one of an earlier installation or a newer version must not lock the user out.
        guard let identifier = try await installation.load() else { return (bytes, nil) }
        let header = try VaultHeader(bytes: bytes)
        return (bytes, identifier == Data(header.installationID) ? header : nil)
    }

    func requireHeader() async throws(VaultError) -> VaultHeader {
        guard let header = try await readHeader() else { throw .noVault }
        return header
    }

    /// Replaces the stored state, if it is unchanged since it was read.
    func commit(_ new: VaultHeader, replacing old: [UInt8]?) async throws(VaultError) {
        try await store.update(.vault) { bytes throws(VaultError) in
            guard bytes == old else { throw .conflict }
            return (new.bytes, ())
        }
    }

    /// Returns the key and the vault's record. Throws `.locked` while the vault is locked.
    func unlockedRecord(of header: VaultHeader) throws(VaultError) -> (key: SymmetricKey, record: VaultRecord) {
        let key = try holder.withKeys(\.vault)
        return (key, try VaultRecord(in: header, key: key))
    }

    /// Changes slots and record in one write, and returns the new header.
    @discardableResult
    func rewrite(
        _ header: VaultHeader, key: SymmetricKey, record: VaultRecord,
        _ change: (inout VaultHeader) -> Void = { _ in }
    ) async throws(VaultError) -> VaultHeader {
        var new = header
        change(&new)
        // In the write that replaces the slot, so that no interruption loses it. A new key replaces the slot's itself.
        new.retired = new.passcode?.share == nil ? header.passcode?.share ?? header.retired : nil
        new = try record.sealed(into: new, key: key, random: random)
        try await commit(new, replacing: header.bytes)
        holder.update(record)
        if new.retired != header.retired { await removeRetiredKey() }
        return new
    }

    /// Throws unless the slots are bound to this device secret: otherwise a correct passcode would seem wrong, and
    /// count as a failure.
    func checkDevice(_ header: VaultHeader) async throws(VaultError) {
        // `==` of keys and digests takes constant time.
        guard SymmetricKey(data: header.deviceTag) == SymmetricKey(data: try await deviceTag()) else {
            throw .deviceSecretChanged
        }
    }

    func deviceTag() async throws(VaultError) -> [UInt8] {
        let zeros = SymmetricKey(data: [UInt8](repeating: 0, count: 32))
        let tag = try await bind(zeros, label: Array("latchkey/device-tag/1".utf8))
        return tag.withUnsafeBytes { Array($0.prefix(VaultHeader.identifierLength)) }
    }

    /// Creates a passcode slot of the kind that the policy requires.
    ///
    /// - Parameter header: The vault as it is before.
    func makePasscodeSlot(
        _ passcode: Passcode, for header: VaultHeader, key: SymmetricKey
    ) async throws(VaultError) -> Slot {
        switch unlockPolicy {
        case .offline: try await makeOfflineSlot(passcode, key: key, vaultID: header.vaultID)
        case .serverRequired: try await makeServerSlot(passcode, for: header, key: key)
        }
    }

    func makeOfflineSlot(
        _ passcode: Passcode, key: SymmetricKey, vaultID: [UInt8]
    ) async throws(VaultError) -> Slot {
        let stretching = newStretching()
        let stretched = try await stretch(passcode, stretching)
        let wrapping = try await bind(stretched, for: .passcode, vaultID: vaultID)
        return try Slot(
            .passcode, stretching: stretching, wrapping: key, under: wrapping, vaultID: vaultID, random: random)
    }

    func newStretching() -> Slot.Stretching {
        Slot.Stretching(parameters: parameters, salt: random(Slot.saltLength))
    }

    /// Returns the stretched passcode; `bind(_:for:vaultID:)` binds it to the device.
    func stretch(_ passcode: Passcode, _ stretching: Slot.Stretching) async throws(VaultError) -> SymmetricKey {
        try await stretcher.stretch(passcode, salt: stretching.salt, parameters: stretching.parameters)
    }

    func makeRecoverySlot(
        _ recovery: RecoveryKey, key: SymmetricKey, vaultID: [UInt8]
    ) async throws(VaultError) -> Slot {
        let wrapping = try await bind(recovery.key, for: .recovery, vaultID: vaultID)
        return try Slot(.recovery, wrapping: key, under: wrapping, vaultID: vaultID, random: random)
    }

    /// Returns the vault key, or nil if this is not the key of the recovery slot.
    func open(_ header: VaultHeader, with recovery: RecoveryKey) async throws(VaultError) -> SymmetricKey? {
        guard let slot = header.recovery else { return nil }
        let wrapping = try await bind(recovery.key, for: .recovery, vaultID: header.vaultID)
        return slot.open(with: wrapping, vaultID: header.vaultID)
    }

    func makeOpenSlot(key: SymmetricKey, vaultID: [UInt8]) async throws(VaultError) -> Slot {
        let wrapping = try await openSlotKey(vaultID: vaultID)
        return try Slot(.open, wrapping: key, under: wrapping, vaultID: vaultID, random: random)
    }

    func openSlotKey(vaultID: [UInt8]) async throws(VaultError) -> SymmetricKey {
        try await bind(SymmetricKey(data: vaultID), for: .open, vaultID: vaultID)
    }

    func bind(
        _ input: SymmetricKey, for purpose: Slot.Purpose, vaultID: [UInt8]
    ) async throws(VaultError) -> SymmetricKey {
        try await bind(input, label: Array(purpose.label.utf8) + vaultID)
    }

    func bind(_ input: SymmetricKey, label: [UInt8]) async throws(VaultError) -> SymmetricKey {
        do { return try await parts.device.bind(input, label: label) } catch { throw VaultError(error) }
    }

    /// Replaces the biometric slot by one for the current passcode slot. After a failure the passcode is required once:
    /// the old slot does not match the new passcode slot.
    func renewBiometricSlot(_ header: VaultHeader, key: SymmetricKey) async {
        guard header.isBiometric, header.passcode?.share == nil, !isSecretDropped else { return }
        try? await saveBiometricSlot(header, key: key)
        // Another process may have disabled biometrics meanwhile, and then deletes the slot. If it deleted the slot
        // before this one was stored, the header already shows that.
        guard let now = try? await readHeader(), !now.isBiometric else { return }
        try? await parts.biometrics?.delete()
    }

    func saveBiometricSlot(_ header: VaultHeader, key: SymmetricKey) async throws(VaultError) {
        // A match would open the vault without the server.
        guard let biometrics = parts.biometrics, header.passcode?.share == nil else { throw .noBiometrics }
        let slot = BiometricSlot(key: key, passcodeSlot: header.passcode)
        var bytes = slot.data(vaultID: header.vaultID)
        defer { bytes.wipe() }
        try await biometrics.save(bytes)
    }
}
