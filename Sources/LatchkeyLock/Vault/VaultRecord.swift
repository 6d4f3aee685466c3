internal import Crypto

/// The vault's list of its slots and its settings, sealed under the vault key.
///
/// A slot that the record does not list is not accepted, so that no slot can be restored from a copy. A listed slot may
/// be missing: the tenth failure destroys slots without the key.
struct VaultRecord: Sendable, Equatable {
    /// The kind of lock that the app has.
    enum Mode: UInt8, Sendable {
        /// No passcode was ever set.
        case unset = 0
        /// The passcode was removed.
        case disabled = 1
        /// A passcode is set.
        case passcode = 2
        /// Biometrics without a passcode.
        case biometrics = 3
        /// No passcode was ever set, and the vault has sealed only tokens that signing in replaces.
        case session = 4

        /// Whether the open slot is accepted.
        var allowsOpenSlot: Bool { self == .unset || self == .disabled || self == .session }

        /// Whether the vault seals only tokens that signing in replaces.
        var isForTokensOnly: Bool { self == .biometrics || self == .session }
    }

    private static let version: UInt8 = 1
    private static let label = Array("latchkey/record/1".utf8)
    private static let noDigest = [UInt8](repeating: 0, count: SHA256.byteCount)

    var mode: Mode
    var isBiometric: Bool
    var timeout: LockTimeout
}

extension VaultRecord {
    /// Returns the header with this record sealed, listing the header's slots.
    func sealed(
        into header: VaultHeader, key: SymmetricKey, random: RandomBytes
    ) throws(VaultError) -> VaultHeader {
        var header = header
        header.isBiometric = isBiometric
        // Ends with a new slot, which is accepted only once a record lists it.
        header.isShut = header.isShut && header.awaitsRecovery
        var writer = ByteWriter()
        writer.put(Self.version)
        writer.put(mode.rawValue)
        writer.put(isBiometric)
        writer.put(UInt8(timeout.rawValue))
        for slot in [header.passcode, header.recovery, header.open] { writer.put(slot?.digest ?? Self.noDigest) }
        guard let nonce = try? AES.GCM.Nonce(data: random(12)),
            let box = try? AES.GCM.seal(
                writer.bytes, using: Self.key(from: key), nonce: nonce, authenticating: Self.context(of: header)),
            let combined = box.combined
        else { throw .derivationFailed }
        header.record = Array(combined)
        return header
    }

    /// Reads the header's record. Throws `.damaged` if the key is not the vault's, or if the header has a slot or a
    /// setting that the record does not have.
    init(in header: VaultHeader, key: SymmetricKey) throws(VaultError) {
        guard let box = try? AES.GCM.SealedBox(combined: header.record),
            let plain = try? AES.GCM.open(
                box, using: Self.key(from: key), authenticating: Self.context(of: header))
        else { throw .damaged }
        var reader = ByteReader(Array(plain))
        let version = try reader.takeByte()
        guard version == Self.version else { throw .unsupportedVersion(version) }
        guard let mode = Mode(rawValue: try reader.takeByte()) else { throw .damaged }
        self.mode = mode
        isBiometric = try reader.takeFlag()
        guard let timeout = LockTimeout(rawValue: Int(try reader.takeByte())) else { throw .damaged }
        self.timeout = timeout
        for slot in [header.passcode, header.recovery, header.open] {
            let listed = try reader.take(SHA256.byteCount)
            guard slot == nil || slot?.digest == listed else { throw .damaged }
        }
        try reader.finish()
        guard isBiometric || !header.isBiometric, mode.allowsOpenSlot || header.open == nil else { throw .damaged }
    }

    private static func key(from key: SymmetricKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: label, outputByteCount: 32)
    }

    private static func context(of header: VaultHeader) -> [UInt8] {
        label + header.vaultID + header.installationID + header.deviceTag
    }
}
