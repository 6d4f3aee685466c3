internal import Crypto
internal import Foundation
internal import LatchkeyCore

/// The stored sealing key, next to a proof that this device stored it for this vault.
struct StoredSealingKey: Equatable {
    static let label = Array("latchkey/sealing-key-proof/1".utf8)
    private static let keyLength = 32

    /// The key, and 32 bytes that only the device secret can compute from it.
    let bytes: [UInt8]

    /// The key, if the bytes begin with one.
    var key: SealingKey? { SealingKey(rawRepresentation: Data(bytes.prefix(Self.keyLength))) }
}

extension Vault {
    /// The sealing key that this process derived from the open vault.
    struct KnownSealingKey {
        let vaultID: [UInt8]
        let key: SealingKey
        /// The bytes to store, once the device secret has computed the proof.
        var proven: StoredSealingKey?
    }

    /// Stores the sealing key, for a process that finds the vault locked and calls ``depositKey()``. Throws `.locked`,
    /// or `.passcodeNeeded` in a vault that only biometrics open.
    public func storeSealingKey() async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            try requireAppData()
            let header = try await requireHeader()
            let (key, record) = try unlockedRecord(of: header)
            try await keepSealingKey(of: VaultKeys(vault: key, record: record), header, isFirst: true)
        }
    }

    /// Returns the key that seals for this vault, locked or not. It is its own key if it was open in this process,
    /// otherwise the stored key, or nil.
    ///
    /// Throws `.sealingKeyChanged` if this device did not store the key for this vault. If the device secret is in the
    /// same storage, code that reads and writes the storage can forge the proof. Only the next unlock then detects it.
    /// Throws `.passcodeNeeded` for a vault that only biometrics open.
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

    /// Whether the stored sealing key was replaced by another one. Data that was sealed with it can be read only by the
    /// owner of that key. Inform the user, then call ``acknowledgeAlteredSealingKey()``.
    public nonisolated var isSealingKeyAltered: Bool { alteredSealingKey.withLock { $0 } }

    /// Records that the user was informed about the altered sealing key.
    public nonisolated func acknowledgeAlteredSealingKey() { alteredSealingKey.withLock { $0 = false } }

    private func noteAlteredSealingKey() { alteredSealingKey.withLock { $0 = true } }

    /// Adopts the keys, unless the vault was locked since the epoch: the last step of every unlock. First, a stored
    /// sealing key that differs is replaced.
    func adopt(_ keys: VaultKeys, _ header: VaultHeader, ifStill epoch: KeyHolder.Epoch) async -> Bool {
        // If it cannot be read or written now, the key in memory is used, and the next unlock checks again.
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
        // Computed once in a process: no other device secret opens the vault.
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
