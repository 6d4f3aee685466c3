import AppleDevice
import CDispatch
import Foundation
import LatchkeySecureStorage
import LocalAuthentication
import Security
import Testing

/// The Keychain's rules in addition to the contract. StandIns/Security names the source of each status of the fake.
@Suite(.ownDevice) struct KeychainTests {
    let store = KeychainSecureStorage(service: "test")

    @Test("MASVS-STORAGE-1 items stay on this device with their accessibility class")
    func itemsStayOnThisDeviceWithTheirAccessibilityClass() async throws {
        let classes: [(SecureStorageAccess, CFString)] = [
            (.afterFirstUnlock, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly),
            (.whenUnlocked, kSecAttrAccessibleWhenUnlockedThisDeviceOnly),
            (.whenPasscodeSet, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly),
        ]
        for (access, protection) in classes {
            try await store.save("secret", for: "key", access: access)
            let item = OtherProcess(service: "test", account: "key").attributes
            #expect(item?[kSecAttrAccessible as String] as? String == protection as String)
            #expect(item?[kSecAttrSynchronizable as String] as? Bool == false)
        }
    }

    @Test func savingAgainUpdatesTheItemWithoutDeletingIt() async throws {
        try await store.save("old", for: "key")
        device { $0.failures = [(.update, errSecNotAvailable)] }
        await #expect(throws: saveFailed(errSecNotAvailable)) { () async throws in
            try await store.save("new", for: "key")
        }
        #expect(try await store.load(for: "key") == "old")
    }

    @Test func keychainCallsRunOnADedicatedQueue() async throws {
        let label = Label()
        device {
            $0.interruptions = [(.add, { label.text = String(cString: dispatch_queue_get_label(nil)) })]
        }
        try await store.save("secret", for: "key")
        #expect(label.text == "latchkey.keychain")
    }

    @Test func itemAddedConcurrentlyByAnotherProcessIsReplaced() async throws {
        device { $0.interruptions = [(.add, { OtherProcess(service: "test", account: "key").add("\"theirs\"") })] }
        try await store.save("mine", for: "key")
        #expect(try await store.load(for: "key") == "mine")
    }

    @Test func updateOvertakenByAnotherProcessStoresNothing() async throws {
        try await store.save(1, for: "key")
        let other = OtherProcess(service: "test", account: "key")
        device { $0.interruptions = [(.update, { other.change(to: "5") })] }
        await #expect(throws: saveFailed(errSecItemNotFound)) { () async throws in
            try await store.update(Int.self, for: "key") { $0 = 2 }
        }
        #expect(try await store.load(for: "key") == 5)
        device { $0.interruptions = [(.delete, { other.change(to: "6") })] }
        await #expect(throws: SecureStorageError.self) { () async throws in
            try await store.update(Int.self, for: "key") { $0 = nil }
        }
        #expect(try await store.load(for: "key") == 6)
        device { $0.interruptions = [(.add, { OtherProcess(service: "test", account: "absent").add("1") })] }
        await #expect(throws: saveFailed(errSecDuplicateItem)) { () async throws in
            try await store.update(Int.self, for: "absent") { $0 = 2 }
        }
    }

    @Test func lockedDeviceIsNotReportedAsAbsentData() async throws {
        try await store.save("always", for: "always")
        try await store.save("secret", for: "key", access: .whenUnlocked)
        device { $0.lock = .locked }
        #expect(try await store.load(for: "always") == "always")
        await #expect(throws: SecureStorageError.locked) { () async throws in
            _ = try await store.load(String.self, for: "key")
        }
        await #expect(throws: SecureStorageError.locked) { () async throws in _ = try await store.exists(for: "key") }
        await #expect(throws: SecureStorageError.locked) { () async throws in
            try await store.save("new", for: "key", access: .whenUnlocked)
        }
        device { $0.lock = .unlocked }
        #expect(try await store.load(for: "key") == "secret")
    }

    @Test("C4 items are locked, not absent, before the first unlock", arguments: [true, false])
    func itemsAreLockedNotAbsentBeforeTheFirstUnlock(hidesItems: Bool) async throws {
        try await store.save("secret", for: "key")
        #expect(try await store.load(String.self, for: "absent") == nil)
        device { ($0.lock, $0.hidesItemsBeforeFirstUnlock) = (.beforeFirstUnlock, hidesItems) }
        for key in ["key", "absent"] {
            await #expect(throws: SecureStorageError.locked) { () async throws in
                _ = try await store.load(String.self, for: key)
            }
            await #expect(throws: SecureStorageError.locked) { () async throws in _ = try await store.exists(for: key) }
            await #expect(throws: SecureStorageError.locked) { () async throws in
                try await store.update(String.self, for: key) { $0 = "new" }
            }
        }
        device { $0.lock = .unlocked }
        #expect(try await store.load(for: "key") == "secret")
        #expect(try await store.load(String.self, for: "absent") == nil)
    }

    @Test func eachKeychainStatusMapsToOneError() async throws {
        let meanings: [(OSStatus, SecureStorageError)] = [
            (errSecInteractionNotAllowed, .locked), (errSecInteractionRequired, .locked), (errSecInDarkWake, .locked),
            (errSecUserCanceled, .cancelled), (errSecAuthFailed, .authenticationFailed),
            (errSecDecode, .unreadable(reason: "Status \(errSecDecode).")),
            (errSecMissingEntitlement, .loadFailed(failure(errSecMissingEntitlement))),
            (errSecNotAvailable, .loadFailed(failure(errSecNotAvailable))),
            (-1, .loadFailed(failure(-1))),
        ]
        for (status, meaning) in meanings {
            device { $0.failures = [(.copyMatching, status)] }
            await #expect(throws: meaning) { () async throws in _ = try await store.load(String.self, for: "key") }
        }
        device { $0.failures = [(.delete, errSecNotAvailable)] }
        await #expect(throws: SecureStorageError.deleteFailed(failure(errSecNotAvailable))) { () async throws in
            try await store.delete(for: "key")
        }
    }

    @Test func missingEntitlementIsReported() async throws {
        device { $0.accessGroups = [] }
        await #expect(throws: saveFailed(errSecMissingEntitlement)) { () async throws in
            try await store.save(1, for: "key")
        }
    }

    @Test("C14 default and named first access groups share one storage")
    func defaultAndNamedFirstAccessGroupsShareOneStorage() async throws {
        try await store.save("mine", for: "key")
        let named = KeychainSecureStorage(service: "test", accessGroup: "TEAM.app")
        #expect(try await named.load(for: "key") == "mine")
        #expect(named.identity == store.identity)
        #expect(KeychainSecureStorage(service: "other").identity != store.identity)
    }

    @Test func storesOfOtherServicesAndGroupsAreSeparate() async throws {
        device { $0.accessGroups = ["TEAM.app", "TEAM.shared"] }
        try await store.save("mine", for: "key")
        let shared = KeychainSecureStorage(service: "test", accessGroup: "TEAM.shared")
        try await shared.save("shared", for: "key")
        try await KeychainSecureStorage(service: "other").save("other", for: "key")
        try await shared.delete(for: "key")
        #expect(try await store.load(for: "key") == "mine")
    }
}

func failure(_ status: OSStatus) -> SystemFailure { SystemFailure(code: status, text: "Status \(status).") }

func saveFailed(_ status: OSStatus) -> SecureStorageError { .saveFailed(failure(status)) }

/// The name of the queue that a call runs on.
///
/// Proof for `@unchecked Sendable`: the call writes it and is awaited before a read.
private final class Label: @unchecked Sendable {
    var text = ""
}
