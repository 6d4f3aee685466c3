import Foundation
import LatchkeySecureStorage
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeyLinux

@Suite("Secrets in gnome-keyring", .whereTheServicesAre, .serialized, .timeLimit(.minutes(5)))
struct KeyringServiceTests {
    private let keyring: TestKeyring

    init() throws { keyring = try TestKeyring() }

    @Test func keyringStorageKeepsTheContract() async throws {
        let address = keyring.address
        let contract = SecureStorageContract {
            var overrides = SecretServiceSecureStorage.Overrides()
            overrides.address = address
            return SecretServiceSecureStorage(service: "contract \(UUID())", overrides)
        }
        try await contract.verify()
    }

    @Test func secretsAreFoundByAnotherProcessAndAfterARestart() async throws {
        try await keyring.storage().save("kept", for: "a")
        #expect(try await keyring.storage().load(String.self, for: "a") == "kept")
        try keyring.crash()
        try keyring.start()
        #expect(try await keyring.storage().load(String.self, for: "a") == "kept")
    }

    @Test func itemsOfOtherProgramsAreReadAndDeletedByAttributes() async throws {
        let (store, attributes) = (keyring.storage(), ["service": "shop", "account": "token"])
        let connection = try KeyringConnection(address: keyring.address, timeout: .seconds(5))
        try Data("plain".utf8).withUnsafeBytes { bytes in
            try connection.add(KeyringItemName(service: "shop", attributes: attributes, label: "shop"), bytes)
        }
        #expect(try await store.storedText(withAttributes: attributes)?.text == "plain")
        #expect(try await store.storedText(withAttributes: ["service": "shop", "account": "other"]) == nil)
        await #expect(throws: SecureStorageError.invalidKey) { try await store.storedText(withAttributes: [:]) }
        for _ in 1...2 { try await store.deleteItem(withAttributes: attributes) }
        #expect(try await store.storedText(withAttributes: attributes) == nil)
    }

    @Test func tokenOfAnEarlierVersionNeverReplacesANewerOne() async throws {
        let (store, tokens) = (keyring.storage(), InMemorySecureStorage())
        let attributes = ["xdg:schema": "com.example.Shop", "account": "token"]
        let connection = try KeyringConnection(address: keyring.address, timeout: .seconds(5))
        // The second launch is after a failed deletion.
        for expected in ["former", "refreshed"] {
            try Data("former".utf8).withUnsafeBytes { bytes in
                try connection.add(KeyringItemName(service: "shop", attributes: attributes, label: "shop"), bytes)
            }
            try await moveFormerToken(from: store, to: tokens)
            #expect(try await tokens.load(String.self, for: "authToken") == expected)
            #expect(try await store.storedText(withAttributes: attributes) == nil)
            try await tokens.save("refreshed", for: "authToken")
        }
    }

    @Test func servicesShareNoSecrets() async throws {
        try await keyring.storage("one").save(1, for: "a")
        #expect(try await keyring.storage("two").load(Int.self, for: "a") == nil)
        try await keyring.storage("two").delete(for: "a")
        #expect(try await keyring.storage("one").load(Int.self, for: "a") == 1)
    }

    @Test func updatesByTwoProcessesLoseNothing() async throws {
        let stores = [keyring.storage(), keyring.storage()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask { try await stores[number % 2].update(Int.self, for: "count") { $0 = ($0 ?? 0) + 1 } }
            }
            try await group.waitForAll()
        }
        #expect(try await keyring.storage().load(Int.self, for: "count") == 60)
    }

    @Test func nonexistentItemIsReportedAsMissing() throws {
        let connection = try KeyringConnection(address: keyring.address, timeout: .seconds(5))
        let failure = #expect(throws: KeyringFailure.self) {
            _ = try connection.read("\(TestKeyring.path)/99") { $0.count }
        }
        #expect(failure?.kind == .missing)
    }

    @Test func duplicateItemsOfOneNameAreUnreadable() async throws {
        let store = keyring.storage()
        try await store.save("mine", for: "a")
        let connection = try KeyringConnection(address: keyring.address, timeout: .seconds(5))
        // Adds an item of the same name to the in-memory keyring, past the store.
        try Data("\"another\"".utf8).withUnsafeBytes { bytes in
            try connection.add(
                KeyringItemName(service: "test", key: "a"), bytes,
                to: "\(KeyringConnection.path)/collection/session")
        }
        let ambiguous = SecureStorageError.unreadable(reason: "several items have this name")
        await #expect(throws: ambiguous) { _ = try await store.load(String.self, for: "a") }
        await #expect(throws: ambiguous) { try await store.save("new", for: "a") }
    }

    @Test func copiesOfSecretsAreWiped() async throws {
        let wiped = Mutex<[String]>([])
        let isZero = Mutex(true)
        let standard = SecretServiceSecureStorage.Overrides().wiping
        let store = keyring.storage { overrides in
            overrides.wiping = { memory in
                wiped.withLock { $0.append(String(decoding: memory, as: UTF8.self)) }
                standard(memory)
                if memory.contains(where: { $0 != 0 }) { isZero.withLock { $0 = false } }
            }
        }
        try await store.save("a secret of some length", for: "a")
        try await store.save("another one of some length", for: "a")
        _ = try await store.update(String.self, for: "a") { $0 = "changed to something else" }
        #expect(
            wiped.withLock { $0 } == [
                "\"a secret of some length\"", "\"another one of some length\"", "\"changed to something else\"",
            ])
        #expect(isZero.withLock { $0 })
    }

    @Test func keyringFilesContainNoPlaintextSecrets() async throws {
        try await keyring.storage().save("the word is swordfish", for: "a")
        let files = try keyring.files()
        #expect(!files.isEmpty)
        #expect(files.allSatisfy { $0.range(of: Data("swordfish".utf8)) == nil })
    }

    @Test func levelsUnsupportedByAKeyringAreRejected() async throws {
        let store = keyring.storage()
        #expect(store.supports(.afterFirstUnlock) && store.supports(.whenUnlocked))
        for level in [SecureStorageAccess.whenPasscodeSet, .biometry(.currentEnrolment), .biometry(.anyEnrolment)] {
            #expect(!store.supports(level))
            await #expect(throws: SecureStorageError.unsupportedAccess(level)) {
                try await store.save(1, for: "a", access: level)
            }
        }
    }

    @Test func anOpenKeyringIsFound() async throws {
        #expect(await keyring.storage().probe() == .open)
    }
}
