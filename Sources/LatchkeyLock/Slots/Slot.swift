internal import Crypto
internal import Foundation
internal import LatchkeyCore

/// A wrapped copy of the vault key, opened by one kind of secret. Everything before the wrapped key is authenticated
/// with it.
struct Slot: Sendable, Equatable {
    /// The secret that opens a slot. The raw value is part of the format and authenticated.
    enum Purpose: UInt8, Sendable {
        /// A stretched passcode and the device secret.
        case passcode = 1
        /// The account's recovery key and the device secret.
        case recovery = 2
        /// The device secret alone.
        case open = 3

        /// The label that derives a different key for each kind of slot.
        var label: String {
            switch self {
            case .passcode: "latchkey/passcode-slot/1"
            case .recovery: "latchkey/recovery-slot/1"
            case .open: "latchkey/open-slot/1"
            }
        }
    }

    /// The stretching of a passcode slot.
    struct Stretching: Sendable, Equatable {
        let parameters: ScryptParameters
        let salt: [UInt8]
    }

    static let saltLength = 16
    private static let version: UInt8 = 1
    /// The version of a passcode slot that requires the server. An older version of the app reports it as newer.
    private static let serverVersion: UInt8 = 2
    /// The label in place of the purpose's for such a slot.
    static let serverLabel = "latchkey/server-passcode-slot/1"

    let purpose: Purpose
    /// The stretching of the passcode; nil in other slots.
    let stretching: Stretching?
    /// The server's part, in passcode slots that require the server; otherwise nil.
    let share: ServerShare?
    let wrapped: WrappedKey

    /// Wraps the vault key for the vault with this identifier.
    init(
        _ purpose: Purpose, stretching: Stretching? = nil, share: ServerShare? = nil, wrapping key: SymmetricKey,
        under wrapping: SymmetricKey, vaultID: [UInt8], random: RandomBytes
    ) throws(VaultError) {
        (self.purpose, self.stretching, self.share) = (purpose, stretching, share)
        let context = Self.head(purpose, stretching, share) + vaultID
        wrapped = try WrappedKey(key, under: wrapping, authenticating: context, random: random)
    }

    /// Returns the vault key, or nil if the key is wrong or the slot was changed.
    func open(with wrapping: SymmetricKey, vaultID: [UInt8]) -> SymmetricKey? {
        wrapped.unwrap(with: wrapping, authenticating: head + vaultID)
    }

    /// Everything before the wrapped key.
    var head: [UInt8] { Self.head(purpose, stretching, share) }

    /// Whether a slot with these parameters would make an attempt more expensive.
    func isOutdated(comparedTo parameters: ScryptParameters) -> Bool {
        stretching.map { $0.parameters.work < parameters.work } ?? false
    }

    var bytes: [UInt8] { head + wrapped.bytes }

    /// The identifier of this slot in the vault's record and in the biometric slot.
    var digest: [UInt8] { Array(SHA256.hash(data: bytes)) }

    init(bytes: [UInt8], expecting expected: Purpose) throws(VaultError) {
        var reader = ByteReader(bytes)
        let version = try reader.takeByte()
        guard version == Self.version || version == Self.serverVersion else { throw .unsupportedVersion(version) }
        guard try reader.takeByte() == expected.rawValue, version == Self.version || expected == .passcode else {
            throw .damaged
        }
        purpose = expected
        stretching = expected == .passcode ? try Self.readStretching(&reader) : nil
        share = version == Self.serverVersion ? try ServerShare(from: &reader) : nil
        wrapped = WrappedKey(bytes: try reader.take(WrappedKey.byteCount))
        try reader.finish()
    }

    private static func readStretching(_ reader: inout ByteReader) throws(VaultError) -> Stretching {
        let parameters = try ScryptParameters(
            logN: try reader.takeByte(), blockSize: try reader.takeByte(), passes: try reader.takeByte())
        return Stretching(parameters: parameters, salt: try reader.take(saltLength))
    }

    static func head(_ purpose: Purpose, _ stretching: Stretching?, _ share: ServerShare?) -> [UInt8] {
        var writer = ByteWriter()
        writer.put(share == nil ? version : serverVersion)
        writer.put(purpose.rawValue)
        if let stretching {
            writer.put(stretching.parameters.logN)
            writer.put(stretching.parameters.blockSize)
            writer.put(stretching.parameters.passes)
            writer.put(stretching.salt)
        }
        share?.write(to: &writer)
        return writer.bytes
    }
}

/// The vault key, encrypted under another key: AES-256-GCM with nonce and tag. Opening it verifies the other key.
struct WrappedKey: Sendable, Equatable {
    /// The length in bytes of nonce, encrypted key and tag.
    static let byteCount = 12 + 32 + 16

    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(
        _ key: SymmetricKey, under wrapping: SymmetricKey, authenticating context: [UInt8], random: RandomBytes
    ) throws(VaultError) {
        let nonce = random(12)
        let combined = key.withUnsafeBytes { key -> Data? in
            guard let start = key.baseAddress, let nonce = try? AES.GCM.Nonce(data: nonce) else { return nil }
            // Without a copy of the key, which its owner wipes.
            let lent = Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: key.count, deallocator: .none)
            return try? AES.GCM.seal(lent, using: wrapping, nonce: nonce, authenticating: context).combined
        }
        guard let combined else { throw .derivationFailed }
        bytes = Array(combined)
    }

    /// Returns the vault key, or nil if the other key or the context differs from the wrapping's.
    ///
    /// - Parameter watching: For tests: receives the memory of the only copy of the key that decryption creates, after
    ///   it was overwritten.
    func unwrap(
        with wrapping: SymmetricKey, authenticating context: [UInt8],
        watching: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) -> SymmetricKey? {
        guard let box = try? AES.GCM.SealedBox(combined: bytes),
            var plain = try? AES.GCM.open(box, using: wrapping, authenticating: context)
        else { return nil }
        defer {
            plain.withUnsafeMutableBytes { memory in
                wipe(memory)
                watching(UnsafeRawBufferPointer(memory))
            }
        }
        return plain.count == 32 ? SymmetricKey(data: plain) : nil
    }
}
