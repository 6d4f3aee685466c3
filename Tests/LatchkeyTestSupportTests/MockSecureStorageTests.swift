import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@Suite struct MockSecureStorageTests {
    @Test func recordsCallsWithoutTheSecret() async throws {
        let mock = MockSecureStorage()
        try await mock.save("123456", for: "a")
        _ = try await mock.load(String.self, for: "a")
        _ = try await mock.exists(for: "a")
        try await mock.update(String.self, for: "a") { $0 = "654321" }
        try await mock.delete(for: "a")
        #expect(
            await mock.calls == [
                .save(key: "a", access: .afterFirstUnlock), .load(key: "a", prompt: nil), .exists(key: "a"),
                .update(key: "a", access: .afterFirstUnlock), .delete(key: "a"),
            ])
    }

    @Test func failsOnceOnOrderAndChangesNothing() async throws {
        let mock = MockSecureStorage()
        try await mock.save(1, for: "a")
        await mock.failNext(with: .locked, on: .save)
        await mock.failNext(with: .cancelled)
        await #expect(throws: SecureStorageError.cancelled) { try await mock.load(Int.self, for: "a") }
        #expect(try await mock.load(Int.self, for: "a") == 1)
        await #expect(throws: SecureStorageError.locked) { try await mock.save(2, for: "a") }
        #expect(try await mock.load(Int.self, for: "a") == 1)
        try await mock.save(2, for: "a")
        #expect(try await mock.load(Int.self, for: "a") == 2)
    }

    @Test func aBrokenRecordStaysBrokenUntilItIsDeleted() async throws {
        let mock = MockSecureStorage()
        try await mock.save(1, for: "a")
        let error = SecureStorageError.unreadable(reason: "test")
        await mock.breakRecord(for: "a", with: error)
        await #expect(throws: error) { try await mock.load(Int.self, for: "a") }
        await #expect(throws: error) { try await mock.exists(for: "a") }
        await #expect(throws: error) { try await mock.save(2, for: "a") }
        #expect(try await mock.load(Int.self, for: "b") == nil)
        try await mock.delete(for: "a")
        #expect(try await mock.load(Int.self, for: "a") == nil)
    }
}
