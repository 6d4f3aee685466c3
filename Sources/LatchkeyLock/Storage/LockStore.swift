internal import Foundation
internal import LatchkeySecureStorage

/// The lock's access to secure storage, with the bytes of each `LockItem` and the vault's errors.
struct LockStore: Sendable {
    /// The access level of the lock's items. The lock is not used while the device is locked, so its secrets need not
    /// be readable then.
    static let access = SecureStorageAccess.whenUnlocked

    let storage: any SecureStorageProtocol
    /// The error that each call throws; nil if the store is usable.
    var rejection: VaultError?

    /// Returns the item, or nil if it is absent. An item that cannot be read is an error.
    func load(_ item: LockItem) async throws(VaultError) -> [UInt8]? {
        try reject()
        do { return try await storage.load(Data.self, for: item.rawValue).map(Array.init) } catch {
            throw .storage(error)
        }
    }

    /// The result of reading an item: its bytes, nil if it is absent, or the reason that it cannot be read.
    typealias Finding = Result<[UInt8]?, VaultError>

    /// Reads an item that may be unreadable.
    func find(_ item: LockItem) async -> Finding {
        do { return .success(try await load(item)) } catch { return .failure(error) }
    }

    /// Stores the item, or replaces a readable one.
    func save(_ bytes: [UInt8], to item: LockItem) async throws(VaultError) {
        try reject()
        do {
            try await storage.save(Data(bytes), for: item.rawValue, access: Self.access)
        } catch { throw .storage(error) }
    }

    /// Deletes the item, readable or not.
    func delete(_ item: LockItem) async throws(VaultError) {
        try reject()
        do { try await storage.delete(for: item.rawValue) } catch { throw .storage(error) }
    }

    /// Deletes the item if it still has these bytes: another process may have stored others.
    func delete(_ item: LockItem, ifStill bytes: [UInt8]) async throws(VaultError) {
        try reject()
        let expected = Data(bytes)
        do {
            try await storage.update(Data.self, for: item.rawValue, access: Self.access) { data in
                if data == expected { data = nil }
            }
        } catch { throw .storage(error) }
    }

    /// Deletes the item if it is unchanged since it was found, readable or not.
    func delete(_ item: LockItem, asFound finding: Finding) async throws(VaultError) {
        switch finding {
        case .success(let bytes?): try await delete(item, ifStill: bytes)
        case .success(nil): break
        case .failure: try await delete(item)
        }
    }

    /// Reads, changes and stores the item, atomically across processes. Nothing is stored if the change throws.
    func update<Value: Sendable>(
        _ item: LockItem, _ change: @escaping @Sendable ([UInt8]?) throws(VaultError) -> ([UInt8], Value)
    ) async throws(VaultError) -> Value {
        try reject()
        let result: Result<Value, VaultError>
        do {
            result = try await storage.update(Data.self, for: item.rawValue, access: Self.access) { data in
                do throws(VaultError) {
                    let (bytes, value) = try change(data.map(Array.init))
                    data = Data(bytes)
                    return .success(value)
                } catch {
                    return .failure(error)
                }
            }
        } catch { throw .storage(error) }
        return try result.get()
    }

    private func reject() throws(VaultError) {
        if let rejection { throw rejection }
    }
}
