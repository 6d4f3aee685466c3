internal import Crypto
internal import Foundation
internal import LatchkeyCore

/// The sealing key as it is stored: beside a proof that this device stored it for this vault.
struct StoredSealingKey: Equatable {
    static let label = Array("latchkey/sealing-key-proof/1".utf8)
    private static let keyLength = 32

    /// The key, and 32 bytes that only the device's secret can compute of it.
    let bytes: [UInt8]

    /// The key, if these bytes begin with one.
    var key: SealingKey? { SealingKey(rawRepresentation: Data(bytes.prefix(Self.keyLength))) }
}

extension Vault {
    /// The sealing key of a vault, as this process saw it open.
    struct KnownSealingKey {
        let vaultID: [UInt8]
        let key: SealingKey
        /// What belongs in the storage, once the device's secret has computed it.
        var proven: StoredSealingKey?
    }

    /// Stores the sealing key, for a process that finds the vault locked and asks for ``depositKey()``. Throws
    /// `.locked`, or `.passcodeNeeded` in a vault that biometrics alone open.
    public func storeSealingKey() async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            try requireAppData()
            let header = try await requireHeader()
            let (key, record) = try unlockedRecord(of: header)
            try await keepSealingKey(of: VaultKeys(vault: key, record: record), header, isFirst: true)
        }
    }

    /// Returns the key that seals for this vault, locked or not: the vault's own once it was open in this process,
    /// otherwise the stored one, or nil.
    ///
    /// Throws `.sealingKeyChanged` when the key was not stored by this device for this vault. Where the device's secret
    /// is in the same storage, code that reads and writes the storage can forge the proof: then only the next unlock
    /// detects it. Throws `.passcodeNeeded` for a vault that biometrics alone open.
    public func depositKey() async throws(VaultError) -> SealingKey? {
        guard let header = try await readHeader() else { return nil }
        guard !header.isForBiometricsOnly else { throw .passcodeNeeded }
        let known = knownSealingKey.flatMap { $0.vaultID == header.vaultID ? $0.key : nil }
        guard let bytes = try await store.load(.sealingKey) else { return known }
        let stored = StoredSealingKey(bytes: bytes)
        if let known {
            if stored.key != known { noteAlteredSealingKey() }
            return known
        }
        guard let key = stored.key, try await stored == proven(key, for: header) else {
            noteAlteredSealingKey()
            throw .sealingKeyChanged
        }
        return key
    }

    /// Whether another key was found in place of the stored sealing key: what was sealed with it can be read only by
    /// the owner of that key. Tell the user, and then call ``acknowledgeAlteredSealingKey()``.
    public nonisolated var isSealingKeyAltered: Bool { alteredSealingKey.withLock { $0 } }

    /// Records that the user was told.
    public nonisolated func acknowledgeAlteredSealingKey() { alteredSealingKey.withLock { $0 = false } }

    private func noteAlteredSealingKey() { alteredSealingKey.withLock { $0 = true } }

    /// Takes the keys, unless a lock came since the epoch: the end of every way into the vault. Before that, another
    /// key in the place of the stored sealing key is replaced.
    func adopt(_ keys: VaultKeys, _ header: VaultHeader, ifStill epoch: KeyHolder.Epoch) async -> Bool {
        // When it cannot be read or written now, the key in memory counts, and the next unlock looks again.
        try? await keepSealingKey(of: keys, header, isFirst: false)
        return holder.adopt(keys, ifStill: epoch)
    }

    private func keepSealingKey(
        of keys: VaultKeys, _ header: VaultHeader, isFirst: Bool
    ) async throws(VaultError) {
        let key = SealingKey(try keys.sealingSecret())
        let former = knownSealingKey.flatMap { $0.vaultID == header.vaultID && $0.key == key ? $0.proven : nil }
        knownSealingKey = KnownSealingKey(vaultID: header.vaultID, key: key, proven: former)
        let stored = try await store.load(.sealingKey).map(StoredSealingKey.init)
        guard stored != nil || isFirst else { return }
        // Computed once in a process: no other device's secret opens the vault.
        let wanted: StoredSealingKey
        if let former { wanted = former } else { wanted = try await proven(key, for: header) }
        knownSealingKey?.proven = wanted
        guard stored != wanted else { return }
        if let stored, stored.key != key { noteAlteredSealingKey() }
        try await store.save(wanted.bytes, to: .sealingKey)
    }

    private func proven(_ key: SealingKey, for header: VaultHeader) async throws(VaultError) -> StoredSealingKey {
        let proof = try await bind(
            SymmetricKey(data: key.rawRepresentation), label: StoredSealingKey.label + header.vaultID)
        return StoredSealingKey(bytes: Array(key.rawRepresentation) + proof.withUnsafeBytes { Array($0) })
    }
}
