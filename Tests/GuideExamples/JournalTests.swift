#if os(Linux)
import ChildProcess
import Foundation
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

/// Tests of the journal's lock, without a keyring, a fingerprint reader or delays.
@MainActor
@Suite struct JournalTests {
    private let folder: TemporaryDirectory
    private let storage = MockSecureStorage()
    private let reader = MockBiometricAuth(.fingerprint)
    private let time = ManualClock()

    init() throws { folder = try TemporaryDirectory() }

    private func journal(_ storage: MockSecureStorage? = nil) async throws -> Journal {
        let storage = storage ?? self.storage
        let platform = LockPlatform.linux(storage: storage, biometrics: reader, sources: [], clock: time)
        let journal = Journal(platform.withCheapPasscodes, in: folder.url)
        await journal.lock.start()
        #expect(await journal.lock.setPasscode(try passcode) == .done)
        return journal
    }

    private var passcode: Passcode { get throws { try #require(Passcode("593072")) } }

    @Test func idleJournalLocksAndKeepsItsPage() async throws {
        let journal = try await journal()
        try journal.write("Monday")
        time.advance(by: .seconds(60))
        journal.lock.lockIfTimedOut()
        #expect(throws: VaultError.locked) { try journal.read() }
        #expect(await journal.lock.unlock(with: try passcode) == .unlocked)
        #expect(try journal.read() == "Monday")
    }

    @Test func pageOfAnotherVaultIsNotReplaced() async throws {
        let journal = try await journal()
        try journal.write("Monday")
        let other = try await self.journal(MockSecureStorage())
        #expect(throws: VaultError.damaged) { try other.write("Tuesday") }
        #expect(try journal.read() == "Monday")
        try other.delete()
        try other.write("Tuesday")
        #expect(try other.read() == "Tuesday")
    }

    @Test func activityKeepsTheJournalUnlocked() async throws {
        let journal = try await journal()
        for _ in 1...3 {
            time.advance(by: .seconds(59))
            journal.handle("a") { _ in }
        }
        #expect(!journal.lock.isLocked)
    }

    @Test func anEnabledFingerprintUnlocksTheJournal() async throws {
        let journal = try await journal()
        #expect(await journal.lock.setBiometric(enabled: true, confirming: try passcode) == .done)
        journal.lock.lockApp()
        #expect(await journal.unlockWithFinger())
    }
}
#endif
