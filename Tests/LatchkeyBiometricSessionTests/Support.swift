import LatchkeyBiometricSession
import LatchkeyBiometrics
import LatchkeySecureStorage
import LatchkeyTestSupport

struct Tokens: Codable, Hashable, Sendable {
    var user = "ann"
    var access: String
    var refresh: String

    static let first = Tokens(access: "a1", refresh: "r1")
    static let second = Tokens(access: "a2", refresh: "r2")
}

/// The keys of the stored items.
enum Item {
    static let key = "latchkey.session-key"
    static let tokens = "latchkey.session-tokens"
}

extension SecureStorageAccess {
    static let allWithBiometry = withoutMatch.union([.biometry(.currentEnrolment), .biometry(.anyEnrolment)])
}

/// A storage that runs a closure once after reading a secret, such as a change by another process or a dismissed
/// prompt.
actor InterruptedStorage: SecureStorageProtocol {
    typealias Interruption = @Sendable () async throws(SecureStorageError) -> Void

    private let base: InMemorySecureStorage
    private let key: String
    private var interruption: Interruption?

    init(_ base: InMemorySecureStorage, after key: String, _ interruption: Interruption? = nil) {
        (self.base, self.key, self.interruption) = (base, key, interruption)
    }

    func interruptNext(_ interruption: @escaping Interruption) { self.interruption = interruption }

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
        let value = try await base.load(type, for: key, prompt: prompt)
        if key == self.key, let interruption {
            self.interruption = nil
            try await interruption()
        }
        return value
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
