import Foundation
import LatchkeySecureStorage
import Synchronization
import Testing

@testable import LatchkeyLinux

@Suite("The mutex of a keyring's service", .whereTheServicesAre, .serialized, .timeLimit(.minutes(5)))
struct KeyringMutexServiceTests {
    private let keyring: TestKeyring

    init() throws { keyring = try TestKeyring() }

    private func connect() throws -> KeyringConnection {
        try KeyringConnection(address: keyring.address, timeout: .seconds(5))
    }

    /// Calls the bus while holding the mutex. Returns whether the mutex was granted.
    private func lock(_ connection: KeyringConnection, timeout: Duration) throws -> Bool {
        try connection.withMutex(of: "test", timeout: timeout) {
            DBusCall(toBus: "GetId", timeout: .seconds(5))
        } _: { _ in
        } != nil
    }

    @Test func unreleasedMutexReportsBusyStorage() async throws {
        let other = try connect()
        let (patient, store) = (keyring.storage(), keyring.storage { $0.timeout = .seconds(1) })
        try await patient.save("old", for: "a")
        #expect(try lock(other, timeout: .seconds(60)))
        await #expect(throws: SecureStorageError.busy) { try await store.save("new", for: "a") }
        #expect(try await patient.load(String.self, for: "a") == "old")
        withExtendedLifetime(other) {}
    }

    @Test func unresponsiveBusTimesOut() async throws {
        // Retries, because connecting may take longer on a busy machine.
        var opened: KeyringConnection?
        try await waits {
            opened = try? KeyringConnection(address: keyring.address, timeout: .milliseconds(100))
            return opened != nil
        }
        let connection = try #require(opened)
        let isGranted = try await keyring.whileBusIsStopped {
            try? connection.withMutex(of: "test", timeout: .seconds(60)) {
                DBusCall(toBus: "GetId", timeout: .milliseconds(100))
            } _: { _ in
            } != nil
        }
        #expect(isGranted == .some(nil))
    }

    @Test func mutexExcludesOthersUntilItIsReleased() throws {
        let (one, other) = (try connect(), try connect())
        #expect(try lock(one, timeout: .seconds(60)))
        #expect(try lock(other, timeout: .milliseconds(10)) == false)
        one.releaseMutex()
        #expect(try lock(other, timeout: .seconds(60)))
    }

    @Test func failedOperationReleasesTheMutex() throws {
        let (one, other) = (try connect(), try connect())
        #expect(throws: KeyringFailure.locked) {
            _ = try one.withMutex(of: "test", timeout: .seconds(60)) {
                DBusCall(toBus: "GetId", timeout: .seconds(5))
            } _: { _ throws(KeyringFailure) in
                throw .locked
            }
        }
        #expect(try lock(other, timeout: .seconds(60)))
    }

    @Test func failedCallAfterAWaitReleasesTheMutex() async throws {
        let (one, other, third) = (try connect(), try connect(), try connect())
        let asked = Mutex(0)
        #expect(try lock(other, timeout: .seconds(60)))
        let waiting = Task.detached {
            try one.withMutex(of: "test", timeout: .seconds(60)) {
                asked.withLock { $0 += 1 }
                // Fails, as if the keyring had ended meanwhile.
                return DBusCall(toBus: "GetNameOwner", .string("nobody.has.this"), timeout: .seconds(5))
            } _: { _ in
            }
        }
        try await waits { asked.withLock { $0 } == 1 }
        // Several round trips to the keyring, during which the mutex is requested and denied.
        for _ in 0..<5 { _ = try other.search(KeyringItemName.attributes(of: "test")) }
        other.releaseMutex()
        await #expect(throws: KeyringFailure.self) { try await waiting.value }
        #expect(try lock(third, timeout: .seconds(60)))
        withExtendedLifetime(one) {}
    }

    @Test func callRunsUnderTheMutex() throws {
        let connection = try connect()
        let name = KeyringConnection.mutexName(of: "test")
        // Fails if the call precedes the mutex, because the name then has no owner.
        let owner = try connection.withMutex(of: "test", timeout: .seconds(60)) {
            DBusCall(toBus: "GetNameOwner", .string(name), timeout: .seconds(5))
        } _: {
            $0.first?.string
        }
        #expect(owner??.hasPrefix(":") == true)
    }

    @Test func callMadeBeforeTheMutexIsGrantedIsRepeated() async throws {
        let (one, other) = (try connect(), try connect())
        let asked = Mutex(0)
        #expect(try lock(other, timeout: .seconds(60)))
        let waiting = Task.detached {
            try one.withMutex(of: "test", timeout: .seconds(60)) {
                let count = asked.withLock { asked in
                    asked += 1
                    return asked
                }
                let name = count == 1 ? "first.question" : KeyringConnection.name
                return DBusCall(toBus: "NameHasOwner", .string(name), timeout: .seconds(5))
            } _: {
                $0.first?.bool
            }
        }
        try await waits { asked.withLock { $0 } == 1 }
        // Several round trips to the keyring, during which the mutex is requested and denied.
        for _ in 0..<5 { _ = try other.search(KeyringItemName.attributes(of: "test")) }
        other.releaseMutex()
        // The first call's name has no owner; the second one's has.
        let response = try await waiting.value
        #expect(response == .some(asked.withLock { $0 } > 1))
    }
}
