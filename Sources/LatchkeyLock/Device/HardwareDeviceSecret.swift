public import Crypto
internal import Foundation
public import LatchkeySecureStorage

/// A key in the device's hardware. Each guess takes an agreement with it, so guesses can be made on this device only, and
/// no faster than its hardware answers.
///
/// ``orStored(in:key:)`` takes ``StoredDeviceSecret`` where there is no such hardware, as in the simulator.
public struct HardwareDeviceSecret: DeviceSecret {
    private let store: LockStore
    private let key: any HardwareKey

    /// Keeps the key's handle in this storage.
    public init(storage: any SecureStorageProtocol, key: some HardwareKey) {
        (store, self.key) = (LockStore(storage: storage), key)
    }

    /// The secret in this device's hardware, or a stored one where it has none: `isHardwareBound` says which.
    ///
    /// - Parameters:
    ///   - storage: Keeps the key's handle, or the secret.
    ///   - key: The hardware, or nil where there is none.
    public static func orStored(
        in storage: some SecureStorageProtocol, key: (any HardwareKey)? = PlatformHardwareKey.find()
    ) -> any DeviceSecret {
        guard let key else { return StoredDeviceSecret(storage: storage) }
        return HardwareDeviceSecret(storage: storage, key: key)
    }

    public var isHardwareBound: Bool { true }

    public func bind(_ input: SymmetricKey, label: [UInt8]) async throws(VaultError) -> SymmetricKey {
        guard let framed = try await store.load(.deviceKey) else { throw .deviceSecretMissing }
        let handle = Data(try Checksummed.body(of: framed))
        let peer = try Self.peer(of: input, label: label)
        let shared: SharedSecret
        do { shared = try key.agree(handle, with: peer.publicKey) } catch { throw .deviceSecretMissing }
        let salt = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: input, info: Self.saltLabel + label, outputByteCount: SHA256.byteCount)
        return shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: salt.withUnsafeBytes { Data($0) }, sharedInfo: label, outputByteCount: 32)
    }

    public func create() async throws(VaultError) {
        // Two processes that create at once must end up with the same key.
        try await store.update(.deviceKey) { [key] old throws(VaultError) in
            if let old { return (old, ()) }
            guard let handle = try? key.make() else { throw .deviceSecretMissing }
            return (Checksummed.frame(Array(handle)), ())
        }
    }

    public func erase() async throws(VaultError) { try await store.delete(.deviceKey) }

    /// The other side of the agreement, computed from the input: another guess, another agreement.
    private static func peer(
        of input: SymmetricKey, label: [UInt8]
    ) throws(VaultError) -> P256.KeyAgreement.PrivateKey {
        // One of 2^32 numbers is no private key of the curve; four in a row are not to be expected.
        for attempt in UInt8(0)..<4 {
            let scalar = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: input, info: peerLabel + [attempt] + label, outputByteCount: 32)
            let bytes = scalar.withUnsafeBytes { Data($0) }
            if let key = try? P256.KeyAgreement.PrivateKey(rawRepresentation: bytes) { return key }
        }
        throw .derivationFailed
    }

    private static let peerLabel = Array("latchkey/device-key/peer/1".utf8)
    private static let saltLabel = Array("latchkey/device-key/salt/1".utf8)
}
