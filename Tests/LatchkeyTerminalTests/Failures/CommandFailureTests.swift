import LatchkeyAPI
import LatchkeyLock
import LatchkeyPersistence
import LatchkeySecureStorage
import LatchkeySession
import Testing

@testable import LatchkeyTerminal

@Suite struct CommandFailureTests {
    private typealias Status = LatchkeyTerminal.ExitStatus
    private struct Other: Error {}

    private func failure(_ error: any Error) -> CommandFailure { CommandFailure(error, texts: .english) }

    @Test func eachErrorHasItsDocumentedExitStatus() {
        let expected: [(any Error, Status)] = [
            (SessionError.signedOut, .signedOut), (SessionError.ended, .signedOut),
            (SessionError.locked, .wrongPasscode),
            (SessionError.vault(.damaged), .unreadable), (SessionError.api(.offline), .offline),
            (SessionError.api(.timedOut), .offline), (SessionError.api(.invalidCode), .failed),
            (LockError.locked, .wrongPasscode), (LockError.vault(.damaged), .unreadable),
            (LockError.api(.offline), .offline), (VaultError.damaged, .unreadable), (NoteError.noDraftKey, .unreadable),
            (SecureStorageError.unreadable(reason: "damaged"), .unreadable),
            (PersistenceError.loadFailed(reason: "damaged"), .unreadable),
            (DirectoryError.open("/data"), .unreadable), (ServerSetting.Failure.malformed("nowhere"), .usage),
            (ServerSetting.Failure.unreadable(path: "/config"), .unreadable), (Other(), .failed),
            (CommandFailure(status: .wait, text: "text"), .wait),
            (StorageSetting.Failure.malformed("drawer"), .usage), (StorageSetting.Failure.locked, .unreadable),
            (StorageSetting.Failure.unchosen(reason: "", settings: ""), .unreadable),
            (StorageSetting.Failure.absent(reason: ""), .unreadable), (StorageSetting.Failure.silent, .unreadable),
            (StorageSetting.Failure.foreign, .unreadable),
        ]
        for (error, status) in expected {
            let failure = failure(error)
            #expect(failure.status == status, "\(error)")
            #expect(!failure.text.isEmpty)
        }
    }

    @Test func errorMessagesNameTheFaultySettingOrPath() {
        #expect(failure(ServerSetting.Failure.malformed("nowhere")).text.hasPrefix("nowhere is not a server address."))
        #expect(failure(ServerSetting.Failure.unreadable(path: "/config")).text.contains("/config"))
        #expect(failure(DirectoryError.open("/data")).text.contains("chmod 700 '/data'"))
    }

    /// Scripts depend on the exit statuses.
    @Test func exitStatusNumbersNeverChange() {
        #expect(Status.allCases.map(\.rawValue) == [0, 1, 3, 4, 5, 6, 7, 8, 9, 64])
    }
}
