import Foundation
import LatchkeySecureStorage
import Synchronization
import Testing

@testable import LatchkeyLinux

@Suite("Turns at a keyring", .whereTheServicesAre, .serialized, .timeLimit(.minutes(5)))
struct KeyringTurnServiceTests {
    private let keyring: TestKeyring

    init() throws { keyring = try TestKeyring() }

    private func connect() throws -> KeyringConnection {
        try KeyringConnection(address: keyring.address, timeout: .seconds(5))
    }

    /// Asks the bus something in a turn, and says whether the turn came.
    private func take(_ connection: KeyringConnection, timeout: Duration) throws -> Bool {
        try connection.inTurn(of: "test", timeout: timeout) {
            KeyringCall(toBus: "GetId", [])
        } _: { _ in
        } != nil
    }

    @Test func aTurnThatDoesNotEndIsBusy() async throws {
        let other = try connect()
        let (patient, store) = (keyring.storage(), keyring.storage { $0.timeout = .seconds(1) })
        try await patient.save("old", for: "a")
        #expect(try take(other, timeout: .seconds(60)))
        await #expect(throws: SecureStorageError.busy) { try await store.save("new", for: "a") }
        #expect(try await patient.load(String.self, for: "a") == "old")
        withExtendedLifetime(other) {}
    }

    @Test func aTurnGoesOnUntilItIsGivenBack() throws {
        let (one, other) = (try connect(), try connect())
        #expect(try take(one, timeout: .seconds(60)))
        #expect(try take(other, timeout: .milliseconds(10)) == false)
        one.endTurn()
        #expect(try take(other, timeout: .seconds(60)))
    }

    @Test func aTurnEndsWithAFailure() throws {
        let (one, other) = (try connect(), try connect())
        #expect(throws: KeyringFailure.locked) {
            _ = try one.inTurn(of: "test", timeout: .seconds(60)) {
                KeyringCall(toBus: "GetId", [])
            } _: { _ throws(KeyringFailure) in
                throw .locked
            }
        }
        #expect(try take(other, timeout: .seconds(60)))
    }

    @Test func aTurnEndsWithAQuestionThatFailsBehindAnother() async throws {
        let (one, other, third) = (try connect(), try connect(), try connect())
        let asked = Mutex(0)
        #expect(try take(other, timeout: .seconds(60)))
        let waiting = Task.detached {
            try one.inTurn(of: "test", timeout: .seconds(60)) {
                asked.withLock { $0 += 1 }
                // As it is when the keyring ends meanwhile.
                return KeyringCall(toBus: "GetNameOwner", [Sent.text("nobody.has.this")])
            } _: { _ in
            }
        }
        try await waits { asked.withLock { $0 } == 1 }
        // Ways to the keyring and back: meanwhile the turn is asked for, and refused.
        for _ in 0..<5 { _ = try other.search(KeyringItemName.attributes(of: "test")) }
        other.endTurn()
        await #expect(throws: KeyringFailure.self) { try await waiting.value }
        #expect(try take(third, timeout: .seconds(1)))
        withExtendedLifetime(one) {}
    }

    @Test func theQuestionIsAskedInTheTurn() throws {
        let connection = try connect()
        let name = KeyringConnection.turnName(of: "test")
        // Nobody has the name before the turn has come, which would be a failure.
        let owner = try connection.inTurn(of: "test", timeout: .seconds(60)) {
            KeyringCall(toBus: "GetNameOwner", [Sent.text(name)])
        } _: {
            $0.member(0)?.text
        }
        #expect(owner??.hasPrefix(":") == true)
    }

    @Test func whatWasAskedBeforeTheTurnCameIsAskedAgain() async throws {
        let (one, other) = (try connect(), try connect())
        let asked = Mutex(0)
        #expect(try take(other, timeout: .seconds(60)))
        let waiting = Task.detached {
            try one.inTurn(of: "test", timeout: .seconds(60)) {
                let count = asked.withLock { asked in
                    asked += 1
                    return asked
                }
                return KeyringCall(
                    toBus: "NameHasOwner", [Sent.text(count == 1 ? "first.question" : KeyringConnection.name)])
            } _: {
                $0.member(0)?.flag
            }
        }
        try await waits { asked.withLock { $0 } == 1 }
        // Several ways to the keyring and back: meanwhile the turn is asked for, and refused.
        for _ in 0..<5 { _ = try other.search(KeyringItemName.attributes(of: "test")) }
        other.endTurn()
        // Nobody has the name of the first question, and somebody that of the second.
        let answer = try await waiting.value
        #expect(answer == .some(asked.withLock { $0 } > 1))
    }
}
