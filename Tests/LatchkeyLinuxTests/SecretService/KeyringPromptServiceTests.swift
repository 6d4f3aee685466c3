import ChildProcess
import Foundation
import LatchkeySecureStorage
import Synchronization
import Testing

@testable import LatchkeyLinux

@Suite("A locked keyring, and its owner", .whereTheServicesAre, .serialized, .timeLimit(.minutes(5)))
struct KeyringPromptServiceTests {
    private let keyring: TestKeyring
    private let store: SecretServiceSecureStorage

    init() async throws {
        keyring = try TestKeyring()
        store = keyring.storage()
        try await store.save("kept", for: "a")
        try keyring.lock()
    }

    /// Expects that stored and missing items are both locked, and neither is reported as absent.
    private func expectLocked() async {
        for key in ["a", "never stored"] {
            await #expect(throws: SecureStorageError.locked) { _ = try await store.load(String.self, for: key) }
            await #expect(throws: SecureStorageError.locked) { _ = try await store.exists(for: key) }
            await #expect(throws: SecureStorageError.locked) { try await store.save("new", for: key) }
            await #expect(throws: SecureStorageError.locked) { try await store.delete(for: key) }
            await #expect(throws: SecureStorageError.locked) {
                try await store.update(String.self, for: key) { $0 = "new" }
            }
        }
        #expect(await store.probe() == .locked)
    }

    @Test func lockedKeyringIsNeverAbsentAndShowsNoPrompt() async throws {
        let person = try keyring.person("answer", TestKeyring.password)
        await expectLocked()
        try await store.unlock()
        // The only prompt.
        #expect(person.linesSoFar() == ["asked"])
        #expect(try await store.load(String.self, for: "a") == "kept")
    }

    /// A copy that the keyring does not receive would not be wiped.
    @Test func lockedKeyringMakesNoCopyOfASecret() async throws {
        let copies = Mutex(0)
        let secret = CopiedSecret { copies.withLock { $0 += 1 } }
        await #expect(throws: SecureStorageError.locked) { try await store.save(secret, for: "a") }
        #expect(copies.withLock { $0 } == 0)
        let person = try keyring.person("answer", TestKeyring.password)
        try await store.unlock()
        try await store.save(secret, for: "a")
        #expect(copies.withLock { $0 } == 1)
        #expect(person.linesSoFar() == ["asked"])
    }

    @Test func confirmedPromptUnlocksTheKeyring() async throws {
        let person = try keyring.person("answer", TestKeyring.password)
        try await store.unlock()
        #expect(await store.probe() == .open)
        #expect(try await store.load(String.self, for: "a") == "kept")
        #expect(try await store.load(String.self, for: "never stored") == nil)
        try await store.unlock()
        #expect(person.linesSoFar() == ["asked"])
    }

    @Test func aDismissedPromptIsCancelledAndOpensNothing() async throws {
        let person = try keyring.person("dismiss")
        await #expect(throws: SecureStorageError.cancelled) { try await store.unlock() }
        await expectLocked()
        await #expect(throws: SecureStorageError.cancelled) { try await store.unlock() }
        #expect(person.linesSoFar() == ["asked", "asked"])
    }

    @Test func unlockingWithoutAnInteractivePromptIsCancelled() async throws {
        await #expect(throws: SecureStorageError.cancelled) { try await store.unlock() }
        await expectLocked()
    }

    @Test func ignoredPromptTimesOutAndIsShownOnce() async throws {
        let person = try keyring.person("ignore")
        for _ in 0..<2 {
            await #expect(throws: SecureStorageError.locked) { try await store.unlock(within: .milliseconds(200)) }
        }
        #expect(person.nextLine() == "asked")
        // The keyring runs unchanged.
        await expectLocked()
        let abandoned = Task { [store] in try await store.unlock(within: .milliseconds(200)) }
        abandoned.cancel()
        await #expect(throws: SecureStorageError.locked) { try await abandoned.value }
        await expectLocked()
        #expect(person.linesSoFar() == [])
    }

    @Test func itemInAnotherLockedKeyringIsReportedAsLocked() async throws {
        let keyring = try TestKeyring()
        let (store, person) = (keyring.storage(), try keyring.person("answer", "another password"))
        let connection = try KeyringConnection(address: keyring.address, timeout: .seconds(5))
        let second = try #require(try connection.createKeyring("Second", alias: nil))
        try Data("\"there\"".utf8).withUnsafeBytes { bytes in
            try connection.add(KeyringItemName(service: "test", key: "a"), bytes, to: second)
        }
        #expect(try await store.load(String.self, for: "a") == "there")
        try await store.save("changed there", for: "a")
        #expect(try await store.load(String.self, for: "a") == "changed there")
        try keyring.lock(second)
        #expect(await store.probe() == .open)
        await #expect(throws: SecureStorageError.locked) { _ = try await store.load(String.self, for: "a") }
        await #expect(throws: SecureStorageError.locked) { try await store.save("another one", for: "a") }
        await #expect(throws: SecureStorageError.locked) { try await store.delete(for: "a") }
        #expect(try await store.load(String.self, for: "b") == nil)
        // One prompt for the new password, one to confirm it.
        #expect(person.linesSoFar() == ["asked", "asked"])
        try await store.unlock()
        #expect(person.linesSoFar() == ["asked"])
        #expect(try await store.load(String.self, for: "a") == "changed there")
    }

    @Test func unlockPromptCreatesAMissingKeyring() async throws {
        let empty = try TestKeyring(isOpen: false)
        try empty.start(isOpen: false)
        let store = empty.storage()
        #expect(await store.probe() == .empty)
        #expect(try await store.load(String.self, for: "a") == nil)
        try await store.delete(for: "a")
        await #expect(throws: SecureStorageError.locked) { try await store.save("new", for: "a") }
        let person = try empty.person("answer", "a new password")
        try await store.unlock()
        #expect(person.nextLine() == "asked")
        try await store.save("new", for: "a")
        #expect(try await store.load(String.self, for: "a") == "new")
    }
}

/// A secret that reports its encoding.
private struct CopiedSecret: Codable, Sendable {
    private let onCopy: @Sendable () -> Void

    init(onCopy: @escaping @Sendable () -> Void) { self.onCopy = onCopy }

    init(from decoder: any Decoder) throws { onCopy = {} }

    func encode(to encoder: any Encoder) throws {
        onCopy()
        var container = encoder.singleValueContainer()
        try container.encode("a secret")
    }
}
