public import Crypto
internal import Foundation
public import LatchkeySecureStorage

/// A random secret in secure storage: for devices without hardware that keeps one.
///
/// The secret is as safe as the storage. HKDF-SHA256 (RFC 5869), with the secret as salt, binds an input to it.
public struct StoredDeviceSecret: DeviceSecret {
    private static let length = 32

    private let store: LockStore
    private let random: RandomBytes

    public init(storage: any SecureStorageProtocol) { self.init(storage: storage, random: .system) }

    package init(storage: any SecureStorageProtocol, random: RandomBytes) {
        store = LockStore(storage: storage)
        self.random = random
    }

    public func enroll() async throws(DeviceSecretError) {
        let new = Checksummed.frame(random(Self.length))
        do {
            // Two processes that enroll at the same time must get the same secret.
            try await store.update(.deviceSecret) { old throws(VaultError) in (old ?? new, ()) }
        } catch { throw DeviceSecretError(error) }
    }

    public func bind(_ input: SymmetricKey, label: [UInt8]) async throws(DeviceSecretError) -> SymmetricKey {
        let secret: [UInt8]
        do throws(VaultError) {
            guard let framed = try await store.load(.deviceSecret) else { throw .deviceSecretMissing }
            secret = try Checksummed.body(of: framed)
        } catch { throw DeviceSecretError(error) }
        guard secret.count == Self.length else { throw .damaged }
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: input, salt: secret, info: label, outputByteCount: 32)
    }

    public func erase() async throws(DeviceSecretError) {
        do { try await store.delete(.deviceSecret) } catch { throw DeviceSecretError(error) }
    }
}
