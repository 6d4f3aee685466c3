import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@Suite struct ContractTests {
    @Test func treatingUnreadableDataAsAbsentViolatesTheContract() async {
        #expect(await violation() != nil)
    }

    @Test func violationNamesTheBrokenRule() async {
        let violation = await violation()
        #expect(violation?.rule == "a value of another type is decodingFailed, exists, and stays")
        #expect(violation?.description.contains("broken rule") == true)
    }

    @Test func violationNamesTheCollidingKeys() async {
        let violation = await #expect(throws: ContractViolation.self) {
            try await SecureStorageContract { ForgivingStorage { $0.lowercased() } }.verify()
        }
        #expect(violation?.found == #""A" is the same key as "a""#)
    }

    private func violation() async -> ContractViolation? {
        await #expect(throws: ContractViolation.self) {
            try await SecureStorageContract { ForgivingStorage() }.verify()
        }
    }
}

/// A storage with seeded bugs: it reports unreadable items as absent, or changes keys.
private struct ForgivingStorage: SecureStorageProtocol {
    let base = InMemorySecureStorage()
    var stored: @Sendable (String) -> String = { $0 }

    var identity: SecureStorageIdentity { base.identity }

    func supports(_ access: SecureStorageAccess) -> Bool { base.supports(access) }

    func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        try await base.save(value, for: stored(key), access: access)
    }

    func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        do throws(SecureStorageError) {
            return try await base.load(type, for: stored(key), prompt: prompt)
        } catch {
            if case .decodingFailed = error { return nil }
            throw error
        }
    }

    func delete(for key: String) async throws(SecureStorageError) { try await base.delete(for: stored(key)) }
    func exists(for key: String) async throws(SecureStorageError) -> Bool { try await base.exists(for: stored(key)) }

    func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        try await base.update(type, for: stored(key), access: access, body)
    }
}
