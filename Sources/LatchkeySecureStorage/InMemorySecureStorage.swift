internal import Foundation

/// Keeps secrets in this process's memory, as long as the object lives: for tests and previews, never an app's default.
///
/// It asks for no match. Let it claim to support biometric levels only where a test plays the user.
public actor InMemorySecureStorage: SecureStorageProtocol {
    /// The names' bytes, since two texts that Swift calls equal may differ in them.
    private var records: [Data: Data] = [:]
    private let levels: Set<SecureStorageAccess>

    /// An empty store that accepts the access levels, and guards none of them.
    public init(supporting levels: Set<SecureStorageAccess> = SecureStorageAccess.withoutMatch) {
        self.levels = levels
    }

    public nonisolated var identity: SecureStorageIdentity { SecureStorageIdentity(self) }

    public nonisolated func supports(_ access: SecureStorageAccess) -> Bool { levels.contains(access) }

    public func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        let name = try name(of: key)
        guard supports(access) else { throw .unsupportedAccess(access) }
        records[name] = try SecretCoding.encode(value)
    }

    public func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        guard let record = records[try name(of: key)] else { return nil }
        return try SecretCoding.decode(type, from: record)
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
        let (outcome, change) = try SecretCoding.change(type, in: records[name], body)
        switch change {
        case .none: break
        case .store(let data): records[name] = data
        case .delete: records[name] = nil
        }
        return outcome
    }

    private nonisolated func name(of key: String) throws(SecureStorageError) -> Data {
        try SecretCoding.check(key: key)
        return Data(key.utf8)
    }
}
