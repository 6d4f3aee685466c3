internal import Crypto
internal import Foundation

/// The server's part in a passcode slot: the key that the server has for this device.
struct ServerShare: Sendable, Equatable {
    static let idLength = 16
    private static let tokenLimit = 256

    /// Identifies the server's key.
    let id: [UInt8]
    /// The server's public key, as a compressed point: only its private key's evaluations are accepted.
    let publicKey: [UInt8]
    /// The credential for evaluating with this key, and for nothing else.
    let token: String
    /// The time of day at which the key was created, in whole seconds.
    let created: Date

    /// Throws `.broken` unless the members have the lengths of the slot's format.
    init(_ registration: UnlockRegistration, created: Date) throws(UnlockServerError) {
        (id, publicKey, token) = (registration.id, registration.publicKey, registration.token)
        self.created = created
        guard id.count == Self.idLength, publicKey.count == BlindedSecret.pointLength,
            (1...Self.tokenLimit).contains(token.utf8.count)
        else { throw .broken }
    }

    init(from reader: inout ByteReader) throws(VaultError) {
        id = try reader.take(Self.idLength)
        publicKey = try reader.take(BlindedSecret.pointLength)
        guard let token = try reader.takeBlock(), token.count <= Self.tokenLimit,
            let text = String(bytes: token, encoding: .utf8)
        else { throw .damaged }
        self.token = text
        let seconds = try reader.takeNumber()
        guard seconds < 1 << 48 else { throw .damaged }
        created = Date(timeIntervalSince1970: Double(seconds))
    }

    func write(to writer: inout ByteWriter) {
        writer.put(id)
        writer.put(publicKey)
        writer.putBlock(Array(token.utf8))
        writer.put(UInt64(clamping: Int64(created.timeIntervalSince1970)))
    }

    /// Returns the slot's wrapping key, for which the passcode, the device and the server are required.
    ///
    /// - Parameters:
    ///   - bound: The stretched passcode, bound to the device.
    ///   - evaluated: The server's function of it.
    ///   - head: The slot's head.
    static func wrappingKey(_ bound: SymmetricKey, _ evaluated: SymmetricKey, head: [UInt8]) -> SymmetricKey {
        let both = bound.withUnsafeBytes { bound in
            evaluated.withUnsafeBytes { evaluated in
                // In one buffer of the final size, which `SymmetricKey` wipes.
                var both = Data(capacity: bound.count + evaluated.count)
                both.append(contentsOf: bound)
                both.append(contentsOf: evaluated)
                defer { both.wipe() }
                return SymmetricKey(data: both)
            }
        }
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: both, info: head, outputByteCount: 32)
    }

    /// Returns the tag that proves to the server that the passcode was correct.
    func tag(_ evaluated: SymmetricKey) -> [UInt8] {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: evaluated, info: Array("latchkey/unlock-tag/1".utf8) + id, outputByteCount: 32
        ).withUnsafeBytes { Array($0) }
    }
}
