import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@Suite struct CrashingSecureStorageTests {
    @Test(arguments: 0...4) func noWriteSucceedsAfterTheConfiguredLimit(limit: Int) async throws {
        let base = InMemorySecureStorage()
        let store = CrashingSecureStorage(base, afterWrites: limit)
        do throws(SecureStorageError) {
            try await store.save(1, for: "a")
            try await store.update(Int.self, for: "a") { _ in }
            _ = try await store.load(Int.self, for: "a")
            try await store.update(Int.self, for: "a") { $0 = 2 }
            try await store.delete(for: "a")
            #expect(limit == 4)
        } catch {
            #expect(limit < 4 && error == CrashingSecureStorage<InMemorySecureStorage>.crash)
        }
        #expect(await store.hasCrashed == (limit < 4))
        #expect(await store.writes == min(limit, 3))
        #expect(try await base.load(Int.self, for: "a") == [nil, 1, 2, nil, nil][limit])
        if limit < 4 {
            await #expect(throws: SecureStorageError.self) { try await store.exists(for: "a") }
            await #expect(throws: SecureStorageError.self) { try await store.save(9, for: "a") }
            #expect(try await base.load(Int.self, for: "a") == [nil, 1, 2, nil, nil][limit])
        }
    }
}
