public import Crypto
internal import Foundation
internal import LatchkeyCore
public import LatchkeySecureStorage

/// A device secret in the device's hardware. Each attempt requires an agreement with its key, so attempts can be made
/// only on this device, and only as fast as its hardware.
///
/// ``orStored(in:key:)`` uses ``StoredDeviceSecret`` if there is no such hardware, as in simulators.
public struct HardwareDeviceSecret: DeviceSecret {
    private let item: DeviceItem
    private let key: any HardwareKey
    private let queue = BlockingQueue("latchkey.hardware-key")

    /// Creates a secret that is bound to the hardware key.
    ///
    /// - Parameters:
    ///   - storage: The storage of the key's handle.
    ///   - key: The hardware.
    public init(storage: any SecureStorageProtocol, key: some HardwareKey) {
        (item, self.key) = (DeviceItem(storage: storage, item: .deviceKey), key)
    }

    /// Returns the secret in this device's hardware, or a stored one without such hardware. `isHardwareBound`
    /// distinguishes them.
    ///
    /// - Parameters:
    ///   - storage: The storage of the key's handle, or of the secret.
    ///   - key: The hardware; nil on a device without it.
    public static func orStored(
        in storage: some SecureStorageProtocol, key: (any HardwareKey)? = PlatformHardwareKey.find()
    ) -> any DeviceSecret {
        guard let key else { return StoredDeviceSecret(storage: storage) }
        return HardwareDeviceSecret(storage: storage, key: key)
    }

    public var isHardwareBound: Bool { true }

    public func enroll() async throws(DeviceSecretError) {
        guard try await handle() == nil else { return }
        let made: Data
        do {
            made = try await queue.perform { () throws(HardwareKeyError) in try key.make() }
        } catch { throw DeviceSecretError(error) }
        try await item.storeIfAbsent(Array(made))
    }

    public func bind(_ input: SymmetricKey, label: [UInt8]) async throws(DeviceSecretError) -> SymmetricKey {
        guard let handle = try await handle() else { throw .missing }
        let peer = try Self.peer(of: input, label: label).publicKey
        let shared: SharedSecret
        do {
            shared = try await queue.perform { () throws(HardwareKeyError) in try key.agree(handle, with: peer) }
        } catch { throw DeviceSecretError(error) }
        let salt = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: input, info: Self.saltLabel + label, outputByteCount: SHA256.byteCount)
        return shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: salt.withUnsafeBytes { Data($0) }, sharedInfo: label, outputByteCount: 32)
    }

    public func erase() async throws(DeviceSecretError) {
        try await item.delete()
    }

    private func handle() async throws(DeviceSecretError) -> Data? { try await item.load().map { Data($0) } }

    /// Returns the other public key of the agreement, derived from the input, so that each attempt requires its own
    /// agreement.
    private static func peer(
        of input: SymmetricKey, label: [UInt8]
    ) throws(DeviceSecretError) -> P256.KeyAgreement.PrivateKey {
        // One of 2^32 numbers is not a private key of the curve. Four in a row do not occur in practice.
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

extension DeviceSecretError {
    init(_ error: HardwareKeyError) {
        self =
            switch error {
            case .unknownKey: .missing
            case .unavailable: .unavailable
            }
    }
}
