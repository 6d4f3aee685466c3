import ChildProcess
import Foundation
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLinux

@Suite("A keyring that is absent, dies or does not respond", .whereTheServicesAre, .serialized, .timeLimit(.minutes(5)))
struct KeyringFaultServiceTests {
    private static let silent = SystemFailure(code: ETIMEDOUT, text: "the keyring does not respond")

    /// Expects that each call of the store fails with an expected error of its kind.
    private func expectFailures(
        of store: SecretServiceSecureStorage, _ isExpected: (SystemFailure) -> Bool = { _ in true }
    ) async {
        let saved = await #expect(throws: SecureStorageError.self) { try await store.save(1, for: "a") }
        #expect(saved.saveFailure.map(isExpected) == true, "\(String(describing: saved))")
        let loaded = await #expect(throws: SecureStorageError.self) { _ = try await store.load(Int.self, for: "a") }
        #expect(loaded.loadFailure.map(isExpected) == true, "\(String(describing: loaded))")
        let deleted = await #expect(throws: SecureStorageError.self) { try await store.delete(for: "a") }
        #expect(deleted.deleteFailure.map(isExpected) == true, "\(String(describing: deleted))")
        let looked = await #expect(throws: SecureStorageError.self) { _ = try await store.exists(for: "a") }
        #expect(looked.loadFailure.map(isExpected) == true, "\(String(describing: looked))")
        let updated = await #expect(throws: SecureStorageError.self) {
            try await store.update(Int.self, for: "a") { $0 = 2 }
        }
        #expect(updated.saveFailure.map(isExpected) == true, "\(String(describing: updated))")
    }

    private func expectAbsence(in store: SecretServiceSecureStorage) async {
        await expectFailures(of: store) { $0 != Self.silent && !$0.text.isEmpty }
        guard case .absent(let reason) = await store.probe() else {
            Issue.record("an absent keyring was found")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func withoutAKeyringOnTheBusEveryCallFails() async throws {
        let keyring = try TestKeyring(isOpen: false)
        await expectAbsence(in: keyring.storage())
        let error = await #expect(throws: SecureStorageError.self) { try await keyring.storage().unlock() }
        #expect(error.loadFailure != nil)
    }

    @Test func withoutABusEveryCallFails() async throws {
        var overrides = SecretServiceSecureStorage.Overrides()
        overrides.address = "unix:path=/nonexistent/bus"
        await expectAbsence(in: SecretServiceSecureStorage(service: "test", overrides))
        overrides.address = "nonsense"
        await expectAbsence(in: SecretServiceSecureStorage(service: "test", overrides))
    }

    @Test func callsFailBetweenCrashAndRestart() async throws {
        let keyring = try TestKeyring()
        let store = keyring.storage()
        try await store.save("kept", for: "a")
        try keyring.crash()
        await expectAbsence(in: store)
        try keyring.start()
        #expect(try await store.load(String.self, for: "a") == "kept")
        try keyring.crash()
        try keyring.start()
        try await store.save("new", for: "a")
        #expect(try await store.load(String.self, for: "a") == "new")
    }

    @Test func aCrashDuringACallFailsInsteadOfReportingAbsence() async throws {
        let keyring = try TestKeyring()
        let store = keyring.storage()
        try await store.save("kept", for: "a")
        let daemon = try #require(keyring.daemon)
        daemon.send(SIGSTOP)
        #expect(try daemon.waitForChange() == .stopped(by: SIGSTOP))
        let loading = Task { try await store.load(String.self, for: "a") }
        let saving = Task { try await store.save("new", for: "b") }
        try keyring.crash()
        let loaded = await #expect(throws: SecureStorageError.self) { _ = try await loading.value }
        #expect(loaded.loadFailure != nil)
        let saved = await #expect(throws: SecureStorageError.self) { try await saving.value }
        #expect(saved.saveFailure != nil)
        try keyring.start()
        #expect(try await store.load(String.self, for: "a") == "kept")
    }

    @Test func unresponsiveKeyringTimesOut() async throws {
        let keyring = try TestKeyring()
        let (patient, store) = (keyring.storage(), keyring.storage { $0.timeout = .milliseconds(100) })
        try await patient.save("kept", for: "a")
        let daemon = try #require(keyring.daemon)
        daemon.send(SIGSTOP)
        #expect(try daemon.waitForChange() == .stopped(by: SIGSTOP))
        await expectFailures(of: store) { $0 == Self.silent }
        #expect(await store.probe() == .silent)
        daemon.send(SIGCONT)
        #expect(try await patient.load(String.self, for: "a") == "kept")
    }

    @Test func timedOutQueuedCallsAreNotExecutedLater() async throws {
        let keyring = try TestKeyring()
        let store = keyring.storage { $0.timeout = .milliseconds(100) }
        let daemon = try #require(keyring.daemon)
        daemon.send(SIGSTOP)
        #expect(try daemon.waitForChange() == .stopped(by: SIGSTOP))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    await #expect(throws: SecureStorageError.saveFailed(Self.silent)) {
                        try await store.save(number, for: "\(number)")
                    }
                }
            }
        }
        daemon.send(SIGCONT)
        // Queued after all of them.
        _ = await store.probe()
        let patient = keyring.storage()
        var done = 0
        for number in 0..<8 where try await patient.exists(for: "\(number)") { done += 1 }
        // A call that had reached the keyring may take effect.
        #expect(done <= 2)
    }
}

extension SecureStorageError? {
    fileprivate var saveFailure: SystemFailure? { if case .saveFailed(let failure) = self { failure } else { nil } }
    fileprivate var loadFailure: SystemFailure? { if case .loadFailed(let failure) = self { failure } else { nil } }
    fileprivate var deleteFailure: SystemFailure? { if case .deleteFailed(let failure) = self { failure } else { nil } }
}
