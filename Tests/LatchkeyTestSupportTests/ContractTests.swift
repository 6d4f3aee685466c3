import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@Suite struct ContractTests {
    @Test func aStoreThatTakesUnreadableForAbsentBreaksTheContract() async {
        #expect(await violation() != nil)
    }

    @Test func aViolationSaysTheRule() async {
        let violation = await violation()
        #expect(violation?.rule == "a value of another type is decodingFailed, exists, and stays")
        #expect(violation?.description.contains("broken rule") == true)
    }

    private func violation() async -> ContractViolation? {
        await #expect(throws: ContractViolation.self) {
            try await SecureStorageContract { ForgivingStorage() }.verify()
        }
    }
}

/// The mistake that opens locks: what cannot be read counts as absent.
private struct ForgivingStorage: SecureStorageProtocol {
    let base = InMemorySecureStorage()

    var identity: SecureStorageIdentity { base.identity }

    func supports(_ access: SecureStorageAccess) -> Bool { base.supports(access) }

    func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        try await base.save(value, for: key, access: access)
    }

    func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        do throws(SecureStorageError) {
            return try await base.load(type, for: key, prompt: prompt)
        } catch {
            if case .decodingFailed = error { return nil }
            throw error
        }
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
