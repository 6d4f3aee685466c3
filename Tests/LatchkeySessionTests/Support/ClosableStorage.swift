import LatchkeySecureStorage

@testable import LatchkeySession

/// A storage that can become unavailable, as on a locked device or in a dying process. Counts reads.
actor ClosableStorage: SecureStorageProtocol {
    private(set) var reads = 0
    private let base: InMemorySecureStorage
    private var isBroken = false
    private var breaksAfterToken = false
    private var isHeld = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var interruption: (key: String, body: @Sendable () async -> Void)?

    init(_ base: InMemorySecureStorage) { self.base = base }

    func setBroken(_ isBroken: Bool) { self.isBroken = isBroken }
    /// Makes the storage unavailable after the next write of a session token. That write succeeds but reports an error.
    func breakAfterToken() { breaksAfterToken = true }

    /// Runs the body before the next change of this item.
    func interrupt(at key: String, _ body: @escaping @Sendable () async -> Void) { interruption = (key, body) }
    /// Whether the body has not run yet.
    var isArmed: Bool { interruption != nil }

    /// Holds writes of session tokens until `release()`.
    func holdTokens() { isHeld = true }
    /// Whether a write is held.
    var isHolding: Bool { !waiting.isEmpty }

    func release() {
        isHeld = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    nonisolated var identity: SecureStorageIdentity { base.identity }

    nonisolated func supports(_ access: SecureStorageAccess) -> Bool { base.supports(access) }

    func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        await interrupt(before: key)
        if isBroken { throw .locked }
        try await base.save(value, for: key, access: access)
    }

    func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        reads += 1
        if isBroken { throw .locked }
        return try await base.load(type, for: key, prompt: prompt)
    }

    func delete(for key: String) async throws(SecureStorageError) {
        if isBroken { throw .locked }
        try await base.delete(for: key)
    }

    func exists(for key: String) async throws(SecureStorageError) -> Bool {
        reads += 1
        if isBroken { throw .locked }
        return try await base.exists(for: key)
    }

    func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        reads += 1
        await interrupt(before: key)
        if isBroken { throw .locked }
        let isToken = try await writesToken(type, key, body)
        if isToken, isHeld { await withCheckedContinuation { waiting.append($0) } }
        let outcome = try await base.update(type, for: key, access: access, body)
        if isToken, breaksAfterToken { isBroken = true }
        if isBroken { throw .locked }
        return outcome
    }

    private func interrupt(before key: String) async {
        guard let (armed, body) = interruption, armed == key else { return }
        interruption = nil
        await body()
    }

    private func writesToken<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, _ key: String, _ body: @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Bool {
        let before = try await base.load(type, for: key)
        var after = before
        _ = body(&after)
        guard let new = (after as? SessionRecord)?.sealedRefreshToken else { return false }
        return new != (before as? SessionRecord)?.sealedRefreshToken
    }
}
