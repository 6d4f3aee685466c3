import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@Suite struct MockSecureStorageTests {
    @Test func mockRecordsCallsWithoutSecrets() async throws {
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

    @Test func mockFailsOnceOnRequestAndChangesNothing() async throws {
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

    @Test(arguments: [
        SecureStorageAccess.biometry(.currentEnrolment), .biometry(.anyEnrolment), .userPresence, .devicePasscode,
    ])
    func protectedSecretIsLockedWithoutAPrompt(_ access: SecureStorageAccess) async throws {
        let mock = MockSecureStorage(supporting: [access])
        try await mock.save("token", for: "a", access: access)
        await #expect(throws: SecureStorageError.locked) { try await mock.load(String.self, for: "a") }
        #expect(try await mock.load(String.self, for: "a", prompt: "Test.") == "token")
        await mock.failNext(with: .cancelled, on: .load)
        await #expect(throws: SecureStorageError.cancelled) {
            try await mock.load(String.self, for: "a", prompt: "Test.")
        }
    }

    @Test func copyKeepsRecordsAndAccessLevelsButIsIndependent() async throws {
        let mock = MockSecureStorage(supporting: [.afterFirstUnlock, .userPresence])
        try await mock.save(1, for: "a", access: .userPresence)
        await mock.breakRecord(for: "b", with: .unreadable(reason: "test"))
        await mock.failNext(with: .busy)
        let copy = await mock.copy()
        #expect(copy.identity != mock.identity && copy.supports(.userPresence) && !copy.supports(.whenUnlocked))
        await #expect(throws: SecureStorageError.locked) { try await copy.load(Int.self, for: "a") }
        await #expect(throws: SecureStorageError.unreadable(reason: "test")) { try await copy.exists(for: "b") }
        try await copy.save(2, for: "a")
        await #expect(throws: SecureStorageError.busy) { try await mock.load(Int.self, for: "a", prompt: "Test.") }
        #expect(try await mock.load(Int.self, for: "a", prompt: "Test.") == 1)
    }
}
