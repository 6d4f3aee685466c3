import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPersistence
import LatchkeySecureStorage
import LatchkeySession
import TerminalKit
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
            (DirectoryError.open("/data"), .unreadable), (EditFolderError.noMemory, .failed),
            (ServerSetting.Failure.malformed("nowhere"), .usage),
            (ServerSetting.Failure.unreadable(path: "/config"), .unreadable), (Other(), .failed),
            (CommandFailure(status: .wait, text: "text"), .wait),
            (StorageSetting.Failure.malformed("drawer"), .usage), (StorageSetting.Failure.locked, .unreadable),
            (StorageSetting.Failure.unchosen(reason: "", settings: ""), .unreadable),
            (StorageSetting.Failure.absent(reason: ""), .unreadable), (StorageSetting.Failure.silent, .unreadable),
            (StorageSetting.Failure.foreign, .unreadable), (StorageSetting.Failure.unsupported, .unreadable),
            (TerminalError.noTerminal, .notPrompted), (TerminalError.systemError(11), .notPrompted),
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

    @Test func failedSystemCallIsNotReportedAsMissingTerminal() {
        #expect(failure(TerminalError.systemError(11)).text != TerminalTexts.english[.noTerminal])
    }

    @Test func reasonsAreLocalized() {
        let texts = TerminalTexts.french
        func text(_ error: any Error) -> String { CommandFailure(error, texts: texts).text }
        let move = "Déplacez le dossier et réessayez."
        #expect(text(DirectoryError.foreign("/data")) == "/data appartient à un autre utilisateur. " + move)
        let failed = "Le système a signalé une erreur (Input/output error)."
        #expect(text(DirectoryError.systemError("/data", EIO)) == "/data: " + failed)
        #expect(text(EditFolderError.systemError("/data", EIO)) == "/data: " + failed)
        #expect(text(TerminalError.systemError(EIO)) == failed)
        #expect(text(EditFolderError.tooLong("/data")) == "Le texte de /data dépasse 16\u{A0}Mio.")
        #expect(Editor.Outcome.failed(3).text(in: texts) == "L’éditeur a échoué\u{A0}: état de sortie 3")
        #expect(Editor.Outcome.killed(9).text(in: texts) == "L’éditeur a échoué\u{A0}: signal 9")
        #expect(Editor.Outcome.finished.text(in: texts) == nil)
    }

    @Test(arguments: TerminalText.translations.map(\.language))
    func systemErrorsThatUsersCanResolveAreTranslated(language: String) {
        let texts = TerminalTexts.preferred(in: ["LANG": language])
        for (codes, key) in [([ENOSPC, EDQUOT], TerminalText.diskFull), ([EACCES, EPERM, EROFS], .notPermitted)] {
            for code in codes {
                #expect(CommandFailure(TerminalError.systemError(code), texts: texts).text == texts[key])
            }
        }
    }

    /// Scripts depend on the exit statuses.
    @Test func exitStatusNumbersNeverChange() {
        #expect(Status.allCases.map(\.rawValue) == [0, 1, 3, 4, 5, 6, 7, 8, 9, 64])
    }
}
