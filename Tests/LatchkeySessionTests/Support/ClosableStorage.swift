import LatchkeySecureStorage

/// Storage that cannot be used for a while, as while a device is locked.
actor ClosableStorage: SecureStorageProtocol {
    private let base: InMemorySecureStorage
    private var isBroken = false

    init(_ base: InMemorySecureStorage) { self.base = base }

    func setBroken(_ isBroken: Bool) { self.isBroken = isBroken }
    nonisolated func supports(_ access: SecureStorageAccess) -> Bool { base.supports(access) }

    func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        if isBroken { throw .locked }
        try await base.save(value, for: key, access: access)
    }

    func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        if isBroken { throw .locked }
        return try await base.load(type, for: key, prompt: prompt)
    }

    func delete(for key: String) async throws(SecureStorageError) {
        if isBroken { throw .locked }
        try await base.delete(for: key)
    }

    func exists(for key: String) async throws(SecureStorageError) -> Bool {
        if isBroken { throw .locked }
        return try await base.exists(for: key)
    }

    func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        if isBroken { throw .locked }
        return try await base.update(type, for: key, access: access, body)
    }
}
