internal import Foundation
internal import LatchkeySecureStorage

/// The lock's view of secure storage: bytes under the names of `LockItem`, and the vault's errors.
struct LockStore: Sendable {
    /// The lock is of no use while the device is locked, so its secrets need not be readable then.
    static let access = SecureStorageAccess.whenUnlocked

    let storage: any SecureStorageProtocol
    /// Thrown in the place of whatever is asked, if any.
    var refusal: VaultError?

    /// Returns the item, or nil when there is none. An item that cannot be read is an error.
    func load(_ item: LockItem) async throws(VaultError) -> [UInt8]? {
        try refuse()
        do { return try await storage.load(Data.self, for: item.rawValue).map(Array.init) } catch {
            throw .storage(error)
        }
    }

    /// What was found of an item: its bytes, nil when there was none, or why it could not be read.
    typealias Finding = Result<[UInt8]?, VaultError>

    /// The same, for an item that may be unreadable.
    func find(_ item: LockItem) async -> Finding {
        do { return .success(try await load(item)) } catch { return .failure(error) }
    }

    /// Stores the item, in place of an older one that can be read.
    func save(_ bytes: [UInt8], to item: LockItem) async throws(VaultError) {
        try refuse()
        do {
            try await storage.save(Data(bytes), for: item.rawValue, access: Self.access)
        } catch { throw .storage(error) }
    }

    /// Removes the item, readable or not.
    func delete(_ item: LockItem) async throws(VaultError) {
        try refuse()
        do { try await storage.delete(for: item.rawValue) } catch { throw .storage(error) }
    }

    /// Removes the item if it still holds these bytes: another process may have put others there.
    func delete(_ item: LockItem, ifStill bytes: [UInt8]) async throws(VaultError) {
        try refuse()
        let expected = Data(bytes)
        do {
            try await storage.update(Data.self, for: item.rawValue, access: Self.access) { data in
                if data == expected { data = nil }
            }
        } catch { throw .storage(error) }
    }

    /// Removes the item if it still is what was found: readable or not.
    func delete(_ item: LockItem, asFound finding: Finding) async throws(VaultError) {
        switch finding {
        case .success(let bytes?): try await delete(item, ifStill: bytes)
        case .success(nil): break
        case .failure: try await delete(item)
        }
    }

    /// Reads, changes and stores the item as one step, over all processes. Nothing is stored when the change throws.
    func update<Value: Sendable>(
        _ item: LockItem, _ change: @escaping @Sendable ([UInt8]?) throws(VaultError) -> ([UInt8], Value)
    ) async throws(VaultError) -> Value {
        try refuse()
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

    private func refuse() throws(VaultError) {
        if let refusal { throw refusal }
    }
}
