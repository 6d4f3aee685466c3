public import LatchkeySecureStorage

/// Secure storage in memory that records calls, and fails once when instructed: `await storage.failNext(with:
/// .locked)`.
///
/// Any prompt releases a secret that requires a match; without one it is `locked`. To simulate a dismissed prompt:
/// `await storage.failNext(with: .cancelled, on: .load)`.
public actor MockSecureStorage: SecureStorageProtocol {
    /// A call, without the secret.
    public enum Call: Hashable, Sendable {
        /// A request to save a value.
        case save(key: String, access: SecureStorageAccess)
        /// A request for a value.
        case load(key: String, prompt: String?)
        /// A request to delete a value.
        case delete(key: String)
        /// A request whether a value exists.
        case exists(key: String)
        /// A request to change a value.
        case update(key: String, access: SecureStorageAccess)
    }

    /// A kind of call, for ``failNext(with:on:)``.
    public enum Operation: Hashable, Sendable {
        /// The calls of this name.
        case save, load, delete, exists, update
    }

    /// All calls so far, including failed ones.
    public private(set) var calls: [Call] = []
    private var failures = MockFailures<Operation, SecureStorageError>()
    private var broken: [String: SecureStorageError] = [:]
    private let base: InMemorySecureStorage

    /// Creates an empty store that accepts the access levels.
    public init(supporting levels: Set<SecureStorageAccess> = SecureStorageAccess.withoutMatch) {
        base = InMemorySecureStorage(supporting: levels)
    }

    private init(_ base: InMemorySecureStorage, broken: [String: SecureStorageError]) {
        (self.base, self.broken) = (base, broken)
    }

    /// Returns the same records in a separate storage, without the calls and queued errors, as at the app's next
    /// launch. A lock over this storage does not affect the copy.
    public func copy() async -> MockSecureStorage { MockSecureStorage(await base.copy(), broken: broken) }

    /// Makes the next call throw, or the next call of this kind, without changing anything. Calls queue up.
    public func failNext(with error: SecureStorageError, on operation: Operation? = nil) {
        failures.order(error, on: operation)
    }

    /// Makes every call for the key except `delete` throw, until it is deleted or this is called with nil.
    public func breakRecord(for key: String, with error: SecureStorageError?) { broken[key] = error }

    public nonisolated var identity: SecureStorageIdentity { SecureStorageIdentity(self) }

    public nonisolated func supports(_ access: SecureStorageAccess) -> Bool { base.supports(access) }

    public func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        try record(.save(key: key, access: access), .save, key)
        try await base.save(value, for: key, access: access)
    }

    public func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        try record(.load(key: key, prompt: prompt), .load, key)
        return try await base.load(type, for: key, prompt: prompt)
    }

    public func delete(for key: String) async throws(SecureStorageError) {
        calls.append(.delete(key: key))
        if let error = failures.take(for: .delete) { throw error }
        broken[key] = nil
        try await base.delete(for: key)
    }

    public func exists(for key: String) async throws(SecureStorageError) -> Bool {
        try record(.exists(key: key), .exists, key)
        return try await base.exists(for: key)
    }

    public func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        try record(.update(key: key, access: access), .update, key)
        return try await base.update(type, for: key, access: access, body)
    }

    private func record(_ call: Call, _ operation: Operation, _ key: String) throws(SecureStorageError) {
        calls.append(call)
        if let error = failures.take(for: operation) ?? broken[key] { throw error }
    }
}
