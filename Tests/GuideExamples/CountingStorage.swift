import LatchkeySecureStorage

/// An app's own storage: forwards each call, and counts the values that it returns.
actor CountingStorage: SecureStorageProtocol {
    private(set) var loads = 0
    private let base: InMemorySecureStorage

    init(base: InMemorySecureStorage) { self.base = base }

    nonisolated var identity: SecureStorageIdentity { base.identity }

    nonisolated func supports(_ access: SecureStorageAccess) -> Bool { base.supports(access) }

    func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        try await base.save(value, for: key, access: access)
    }

    func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        loads += 1
        return try await base.load(type, for: key, prompt: prompt)
    }

    func delete(for key: String) async throws(SecureStorageError) { try await base.delete(for: key) }
    func exists(for key: String) async throws(SecureStorageError) -> Bool { try await base.exists(for: key) }

    func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        try await base.update(type, for: key, access: access, body)
    }
}
