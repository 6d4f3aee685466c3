import Foundation
import LatchkeyCore
import LatchkeySecureStorage

/// A storage that simulates a disk, the Keychain's biometric protection, and crashes.
final class TestStorage: SecureStorageProtocol {
    struct State {
        var records: [String: Data] = [:]
        var guarded: Set<String> = []
        /// The current enrolment. A change invalidates protected items.
        var enrolment = 0
        var storedFor: [String: Int] = [:]
        var writes = 0
        /// The number of writes before everything fails, as in a killed process.
        var writesUntilDeath: Int?
        var failure: SecureStorageError?
        /// The error at the prompt of a protected item; nil for a match.
        var match: SecureStorageError?
        var prompts = 0
    }

    private let state = LockedValue(State())
    /// A hook before each call, which may suspend.
    let onCall: @Sendable () async -> Void

    init(records: [String: Data] = [:], onCall: @escaping @Sendable () async -> Void = {}) {
        self.onCall = onCall
        state.withLock { $0.records = records }
    }

    func with<Value>(_ body: (inout sending State) -> sending Value) -> Value { state.withLock { body(&$0) } }

    var writes: Int { state.withLock { $0.writes } }
    var keys: [String] { state.withLock { $0.records.keys.sorted() } }
    func bytes(_ key: String) -> [UInt8]? {
        state.withLock { $0.records[key] }.flatMap { try? JSONDecoder().decode(Data.self, from: $0) }.map(Array.init)
    }
    func set(_ bytes: [UInt8]?, for key: String) {
        let data = bytes.flatMap { try? JSONEncoder().encode(Data($0)) }
        state.withLock { $0.records[key] = data }
    }

    var identity: SecureStorageIdentity { SecureStorageIdentity(self) }

    func supports(_ access: SecureStorageAccess) -> Bool { true }

    func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        await onCall()
        guard let data = try? JSONEncoder().encode(value) else { throw .encodingFailed(type: "\(Value.self)") }
        try write { state in
            state.records[key] = data
            if case .biometry = access {
                state.guarded.insert(key)
                state.storedFor[key] = state.enrolment
            }
        }
    }

    func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        await onCall()
        let result = state.withLock { state -> Result<Data?, SecureStorageError> in
            if let failure = state.failure { return .failure(failure) }
            guard state.guarded.contains(key) else { return .success(state.records[key]) }
            guard state.storedFor[key] == state.enrolment else { return .success(nil) }
            guard prompt != nil else { return .failure(.locked) }
            state.prompts += 1
            if let match = state.match { return .failure(match) }
            return .success(state.records[key])
        }
        guard let data = try result.get() else { return nil }
        guard let value = try? JSONDecoder().decode(type, from: data) else {
            throw .decodingFailed(type: "\(type)")
        }
        return value
    }

    func delete(for key: String) async throws(SecureStorageError) {
        await onCall()
        guard state.withLock({ $0.records[key] != nil }) else { return try check() }
        try write { state in
            state.records[key] = nil
            state.guarded.remove(key)
        }
    }

    func exists(for key: String) async throws(SecureStorageError) -> Bool {
        await onCall()
        try check()
        return state.withLock {
            $0.records[key] != nil && (!$0.guarded.contains(key) || $0.storedFor[key] == $0.enrolment)
        }
    }

    func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        await onCall()
        try check()
        let result = state.withLock { state -> Result<Outcome, SecureStorageError> in
            var value: Value?
            if let data = state.records[key] {
                guard let old = try? JSONDecoder().decode(type, from: data) else {
                    return .failure(.decodingFailed(type: "\(type)"))
                }
                value = old
            }
            let outcome = body(&value)
            let new = value.flatMap { try? JSONEncoder().encode($0) }
            guard new != state.records[key] else { return .success(outcome) }
            if let left = state.writesUntilDeath, left <= state.writes { return .failure(Self.killed) }
            state.writes += 1
            state.records[key] = new
            return .success(outcome)
        }
        return try result.get()
    }

    static let killed = SecureStorageError.saveFailed(SystemFailure(code: 9, text: "killed"))

    private func check() throws(SecureStorageError) {
        let failure = state.withLock { state -> SecureStorageError? in
            state.failure
        }
        if let failure { throw failure }
    }

    private func write(_ change: (inout State) -> Void) throws(SecureStorageError) {
        let failure = state.withLock { state -> SecureStorageError? in
            if let failure = state.failure { return failure }
            if let left = state.writesUntilDeath, left <= state.writes { return Self.killed }
            state.writes += 1
            change(&state)
            return nil
        }
        if let failure { throw failure }
    }
}
