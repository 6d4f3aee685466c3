public import Crypto
internal import Foundation
public import LatchkeySecureStorage

/// A random device secret in secure storage, for devices without suitable hardware.
///
/// The secret is as safe as the storage. HKDF-SHA256 (RFC 5869), with the secret as salt, binds an input to it.
public struct StoredDeviceSecret: DeviceSecret {
    private static let length = 32

    private let item: DeviceItem
    private let random: RandomBytes

    public init(storage: any SecureStorageProtocol) { self.init(storage: storage, random: .system) }

    package init(storage: any SecureStorageProtocol, random: RandomBytes) {
        item = DeviceItem(storage: storage, item: .deviceSecret)
        self.random = random
    }

    public func enroll() async throws(DeviceSecretError) { try await item.storeIfAbsent(random(Self.length)) }

    public func bind(_ input: SymmetricKey, label: [UInt8]) async throws(DeviceSecretError) -> SymmetricKey {
        guard let secret = try await item.load() else { throw .missing }
        guard secret.count == Self.length else { throw .damaged }
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: input, salt: secret, info: label, outputByteCount: 32)
    }

    public func erase() async throws(DeviceSecretError) { try await item.delete() }
}

/// The stored item of a device secret, with a checksum.
struct DeviceItem: Sendable {
    let storage: any SecureStorageProtocol
    let item: LockItem

    /// Returns the content, or nil if it is absent.
    func load() async throws(DeviceSecretError) -> [UInt8]? {
        let framed: Data?
        do { framed = try await storage.load(Data.self, for: item.rawValue) } catch { throw .storage(error) }
        guard let framed else { return nil }
        do { return try Checksummed.body(of: Array(framed)) } catch { throw .damaged }
    }

    /// Stores the content if there is none: two processes that enroll at the same time must get the same secret.
    func storeIfAbsent(_ body: [UInt8]) async throws(DeviceSecretError) {
        let framed = Data(Checksummed.frame(body))
        do {
            try await storage.update(Data.self, for: item.rawValue, access: LockStore.access) { $0 = $0 ?? framed }
        } catch { throw .storage(error) }
    }

    func delete() async throws(DeviceSecretError) {
        do { try await storage.delete(for: item.rawValue) } catch { throw .storage(error) }
    }
}
