internal import Foundation

/// Secure storage in memory, for the lifetime of the object: for tests and previews, never an app's default.
///
/// It has no prompt: with a prompt text, a secret that requires a match is released as if the user had matched. Without
/// one it is ``SecureStorageError/locked``. Declare support for such levels only in tests.
public actor InMemorySecureStorage: SecureStorageProtocol {
    private struct Record {
        let data: Data
        let requiresMatch: Bool
    }

    /// The bytes of the names, since two texts that Swift considers equal may differ in them.
    private var records: [Data: Record] = [:]
    private let levels: Set<SecureStorageAccess>

    /// Creates an empty store that accepts the access levels.
    public init(supporting levels: Set<SecureStorageAccess> = SecureStorageAccess.withoutMatch) {
        self.levels = levels
    }

    private init(_ records: [Data: Record], supporting levels: Set<SecureStorageAccess>) {
        (self.records, self.levels) = (records, levels)
    }

    public nonisolated var identity: SecureStorageIdentity { SecureStorageIdentity(self) }

    public nonisolated func supports(_ access: SecureStorageAccess) -> Bool { levels.contains(access) }

    public func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        let name = try name(of: key)
        guard supports(access) else { throw .unsupportedAccess(access) }
        records[name] = record(try SecretCoding.encode(value), access)
    }

    public func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        guard let record = records[try name(of: key)] else { return nil }
        guard !record.requiresMatch || prompt != nil else { throw .locked }
        return try SecretCoding.decode(type, from: record.data)
    }

    public func delete(for key: String) async throws(SecureStorageError) {
        records[try name(of: key)] = nil
    }

    public func exists(for key: String) async throws(SecureStorageError) -> Bool {
        records[try name(of: key)] != nil
    }

    public func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        let name = try name(of: key)
        guard supports(access) else { throw .unsupportedAccess(access) }
        guard records[name]?.requiresMatch != true else { throw .locked }
        let (outcome, change) = try SecretCoding.change(type, in: records[name]?.data, body)
        switch change {
        case .none: break
        case .store(let data): records[name] = record(data, access)
        case .delete: records[name] = nil
        }
        return outcome
    }

    /// Returns the same records in a separate storage.
    package func copy() -> InMemorySecureStorage { InMemorySecureStorage(records, supporting: levels) }

    private func record(_ data: Data, _ access: SecureStorageAccess) -> Record {
        Record(data: data, requiresMatch: !SecureStorageAccess.withoutMatch.contains(access))
    }

    private nonisolated func name(of key: String) throws(SecureStorageError) -> Data {
        try SecretCoding.check(key: key)
        return Data(key.utf8)
    }
}
