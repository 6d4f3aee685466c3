internal import LatchkeyCore
public import LatchkeySecureStorage

/// A store whose process crashes right after its n-th write. That write is done, but its call throws, and so does each
/// later call. The underlying store has what a new process would find.
///
/// To test all crashes, run an operation with `afterWrites: n` for every n until ``hasCrashed`` stays false, and each
/// time verify the underlying store.
public actor CrashingSecureStorage<Base: SecureStorageProtocol>: SecureStorageProtocol {
    /// The error of the crashing call and of all later calls.
    public static var crash: SecureStorageError { .loadFailed(SystemFailure(code: -1, text: "the process has died")) }

    /// The number of writes. A change without effect is not a write; deleting an absent secret is one.
    public private(set) var writes = 0
    /// Whether the process has crashed.
    public var hasCrashed: Bool { writes >= limit }
    private let base: Base
    private let limit: Int

    /// Crashes after `limit` writes; with 0, from the start.
    public init(_ base: Base, afterWrites limit: Int) {
        (self.base, self.limit) = (base, limit)
    }

    public nonisolated var identity: SecureStorageIdentity { base.identity }

    public nonisolated func supports(_ access: SecureStorageAccess) -> Bool { base.supports(access) }

    public func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        try beAlive()
        try await base.save(value, for: key, access: access)
        try countWrite()
    }

    public func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        try beAlive()
        return try await base.load(type, for: key, prompt: prompt)
    }

    public func delete(for key: String) async throws(SecureStorageError) {
        try beAlive()
        try await base.delete(for: key)
        try countWrite()
    }

    public func exists(for key: String) async throws(SecureStorageError) -> Bool {
        try beAlive()
        return try await base.exists(for: key)
    }

    public func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        try beAlive()
        let isWrite = LockedValue(false)
        let outcome = try await base.update(type, for: key, access: access) { value in
            let before = try? SecretCoding.encode(value)
            let outcome = body(&value)
            let after = try? SecretCoding.encode(value)
            isWrite.withLock { $0 = before != after }
            return outcome
        }
        if isWrite.withLock({ $0 }) { try countWrite() }
        return outcome
    }

    private func beAlive() throws(SecureStorageError) {
        if hasCrashed { throw Self.crash }
    }

    private func countWrite() throws(SecureStorageError) {
        writes += 1
        try beAlive()
    }
}
