internal import Crypto

/// One way into the vault: the vault key, wrapped. Everything in front of the wrapped key is authenticated with it.
struct Slot: Sendable, Equatable {
    /// What opens the slot. The raw value stands in the format and is authenticated.
    enum Purpose: UInt8, Sendable {
        /// A passcode, stretched, and the device.
        case passcode = 1
        /// The account's recovery key and the device.
        case recovery = 2
        /// The device alone.
        case open = 3

        /// Separates the keys of the slots from each other.
        var label: String {
            switch self {
            case .passcode: "latchkey/passcode-slot/1"
            case .recovery: "latchkey/recovery-slot/1"
            case .open: "latchkey/open-slot/1"
            }
        }
    }

    /// How a passcode slot stretches the passcode.
    struct Stretching: Sendable, Equatable {
        let parameters: ScryptParameters
        let salt: [UInt8]
    }

    static let saltLength = 16
    private static let version: UInt8 = 1

    let purpose: Purpose
    /// In passcode slots only.
    let stretching: Stretching?
    let wrapped: WrappedKey

    /// Wraps the vault key for the vault of that identifier.
    init(
        _ purpose: Purpose, stretching: Stretching? = nil, wrapping key: SymmetricKey, under wrapping: SymmetricKey,
        vaultID: [UInt8], random: RandomBytes
    ) throws(VaultError) {
        self.purpose = purpose
        self.stretching = stretching
        let context = Self.head(purpose, stretching) + vaultID
        wrapped = try WrappedKey(key, under: wrapping, authenticating: context, random: random)
    }

    /// Returns the vault key, or nil when the key is wrong or anything in the slot was changed.
    func open(with wrapping: SymmetricKey, vaultID: [UInt8]) -> SymmetricKey? {
        wrapped.unwrap(with: wrapping, authenticating: Self.head(purpose, stretching) + vaultID)
    }

    /// Whether a slot that is written now would be harder to guess at.
    func isOutdated(beside parameters: ScryptParameters) -> Bool {
        stretching.map { $0.parameters.work < parameters.work } ?? false
    }

    var bytes: [UInt8] { Self.head(purpose, stretching) + wrapped.bytes }

    /// What the vault's record and the biometric slot know this slot by.
    var digest: [UInt8] { Array(SHA256.hash(data: bytes)) }

    init(bytes: [UInt8], expecting expected: Purpose) throws(VaultError) {
        var reader = ByteReader(bytes)
        let version = try reader.takeByte()
        guard version == Self.version else { throw .unsupportedVersion(version) }
        guard try reader.takeByte() == expected.rawValue else { throw .damaged }
        purpose = expected
        stretching = expected == .passcode ? try Self.readStretching(&reader) : nil
        wrapped = WrappedKey(bytes: try reader.take(WrappedKey.byteCount))
        try reader.finish()
    }

    private static func readStretching(_ reader: inout ByteReader) throws(VaultError) -> Stretching {
        let parameters = try ScryptParameters(
            logN: try reader.takeByte(), blockSize: try reader.takeByte(), passes: try reader.takeByte())
        return Stretching(parameters: parameters, salt: try reader.take(saltLength))
    }

    private static func head(_ purpose: Purpose, _ stretching: Stretching?) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(version)
        writer.put(purpose.rawValue)
        if let stretching {
            writer.put(stretching.parameters.logN)
            writer.put(stretching.parameters.blockSize)
            writer.put(stretching.parameters.passes)
            writer.put(stretching.salt)
        }
        return writer.bytes
    }
}
