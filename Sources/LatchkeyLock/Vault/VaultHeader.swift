/// The stored state of a vault, in one item. Each change is one atomic write, so that either the old or the new state
/// is stored.
struct VaultHeader: Sendable, Equatable {
    static let identifierLength = 16
    private static let magic = Array("LKV1".utf8)
    /// Replaces a vault while it is erased: nothing opens it, and the next start completes the erasing.
    static let erasing = Checksummed.frame(Array("LKVE".utf8))

    /// The identifier of the vault, to which every slot is bound.
    let vaultID: [UInt8]
    /// The identifier of the installation of the app that created the vault.
    let installationID: [UInt8]
    /// The identifier of the device secret.
    let deviceTag: [UInt8]
    /// Whether biometrics are enabled. It is readable while locked, so that the lock screen can offer them, and opens
    /// nothing.
    var isBiometric: Bool
    /// Whether the app never had the vault, so that the vault has sealed none of its data: see `Vault.noteUse()`.
    var isUnused = false
    /// Whether the passcode slot is destroyed because the server has destroyed its key. Opens nothing, and affects only
    /// texts.
    var isShut = false
    /// The server's key of a replaced passcode slot, until the server has deleted it. Opens nothing.
    var retired: ServerShare?
    var passcode: Slot?
    var recovery: Slot?
    var open: Slot?
    /// The sealed `VaultRecord`.
    var record: [UInt8]

    /// Whether at most the recovery key can open the vault.
    var awaitsRecovery: Bool { passcode == nil && open == nil && !isBiometric }

    /// Whether only a match opens the vault, or did before the enrolment changed.
    var isForBiometricsOnly: Bool { isBiometric && passcode == nil && open == nil }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.put(Self.magic)
        var flags: UInt8 = (isBiometric ? 1 : 0) | (isUnused ? 2 : 0) | (isShut ? 4 : 0)
        if retired != nil { flags |= 8 }
        writer.put(flags)
        writer.put(vaultID)
        writer.put(installationID)
        writer.put(deviceTag)
        for slot in [passcode, recovery, open] { writer.putBlock(slot?.bytes) }
        writer.putBlock(record)
        retired?.write(to: &writer)
        return Checksummed.frame(writer.bytes)
    }
}

extension VaultHeader {
    init(bytes: [UInt8]) throws(VaultError) {
        var reader = ByteReader(try Checksummed.body(of: bytes))
        let magic = try reader.take(Self.magic.count)
        guard magic.dropLast() == Self.magic.dropLast() else { throw .damaged }
        guard magic == Self.magic else { throw .unsupportedVersion(magic[3]) }
        let flags = try reader.takeByte()
        guard flags <= 15 else { throw .damaged }
        (isBiometric, isUnused, isShut) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
        vaultID = try reader.take(Self.identifierLength)
        installationID = try reader.take(Self.identifierLength)
        deviceTag = try reader.take(Self.identifierLength)
        passcode = try Self.slot(.passcode, from: &reader)
        recovery = try Self.slot(.recovery, from: &reader)
        open = try Self.slot(.open, from: &reader)
        guard let record = try reader.takeBlock() else { throw .damaged }
        self.record = record
        retired = flags & 8 != 0 ? try ServerShare(from: &reader) : nil
        try reader.finish()
    }

    private static func slot(_ purpose: Slot.Purpose, from reader: inout ByteReader) throws(VaultError) -> Slot? {
        guard let bytes = try reader.takeBlock() else { return nil }
        return try Slot(bytes: bytes, expecting: purpose)
    }
}
