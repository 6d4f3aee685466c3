import ChildProcess
import Foundation
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@Suite struct SecureStorageContractTests {
    private static let everyLevel = SecureStorageAccess.withoutMatch.union([
        .biometry(.currentEnrolment), .biometry(.anyEnrolment), .userPresence, .devicePasscode,
    ])

    @Test func inMemoryStorageKeepsTheContract() async throws {
        try await SecureStorageContract { InMemorySecureStorage() }.verify()
        try await SecureStorageContract { InMemorySecureStorage(supporting: Self.everyLevel) }.verify()
    }

    @Test func mocksKeepTheContract() async throws {
        try await SecureStorageContract { MockSecureStorage() }.verify()
        try await SecureStorageContract { MockSecureStorage(supporting: Self.everyLevel) }.verify()
        try await SecureStorageContract { CrashingSecureStorage(InMemorySecureStorage(), afterWrites: .max) }.verify()
    }

    @Test func fileStorageKeepsTheContract() async throws {
        let temporary = try TemporaryDirectory()
        try await SecureStorageContract {
            let directory = temporary.url.appendingPathComponent(UUID().uuidString)
            return try FileSecureStorage(directory: directory, key: .file(directory.appendingPathComponent("key")))
        }.verify()
    }

    @Test func storeCanBeUsedAsAnExistential() async throws {
        let store: any SecureStorageProtocol = InMemorySecureStorage()
        try await store.save("text", for: "a")
        let text: String? = try await store.load(for: "a")
        #expect(text == "text")
        #expect(try await store.update(String.self, for: "a") { $0?.count } == 4)
    }
}
