internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPersistence
internal import LatchkeyProgram
internal import LatchkeySecureStorage
internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// The failure of a command: a status for the shell and a message for the user.
struct CommandFailure: Error {
    let status: ExitStatus
    let text: String
}

extension CommandFailure {
    init(_ error: any Error, texts: TerminalTexts) {
        (status, text) =
            switch error {
            case let error as CommandFailure: (error.status, error.text)
            case let error as LockError: (ExitStatus(error), error.text(in: texts.screens))
            case let error as SessionError: (ExitStatus(error), error.text(in: texts.screens))
            case let error as VaultError: (.unreadable, error.text(in: texts.screens.lock))
            case let error as SecureStorageError: (.unreadable, SessionError.storage(error).text(in: texts.screens))
            case PersistenceError.containerCreationFailed(let reason):
                (.unreadable, "\(texts[SessionText.storageTrouble]) (\(reason))")
            case is PersistenceError: (.unreadable, texts[SessionText.storageTrouble])
            case let error as DirectoryError: (.unreadable, error.text(in: texts))
            case let error as EditFolderError: (.failed, error.text(in: texts))
            case let error as NoteError: (.unreadable, error.text(in: texts))
            case TerminalError.systemError(let code): (.notPrompted, texts.systemFailure(code))
            case is TerminalError: (.notPrompted, texts[.noTerminal])
            case let error as StandardStreamError:
                (.failed, texts[.outputFailed] + " " + texts.systemFailure(error.reason))
            case ServerSetting.Failure.malformed(let text):
                (.usage, texts[.serverMalformed].replacing("{server}", with: text))
            case ServerSetting.Failure.unreadable(let path):
                (.unreadable, texts[.settingsUnreadable].replacing("{path}", with: path))
            case let error as StorageSetting.Failure: Self.parts(of: error, texts)
            default: (.failed, (error as? any LocalizedError)?.errorDescription ?? "\(error)")
            }
    }

    private static func parts(of error: StorageSetting.Failure, _ texts: TerminalTexts) -> (ExitStatus, String) {
        switch error {
        case .malformed(let text): (.usage, texts[.storageMalformed].replacing("{storage}", with: text))
        case .unchosen(let reason, let settings):
            (
                .unreadable,
                texts[.keyringAbsent].replacing("{reason}", with: reason) + "\n"
                    + texts[.storageUnchosen].replacing("{path}", with: settings)
            )
        case .absent(let reason): (.unreadable, texts[.keyringAbsent].replacing("{reason}", with: reason))
        case .silent: (.unreadable, texts[.keyringSilent])
        case .locked: (.unreadable, texts[.keyringLocked])
        case .foreign: (.unreadable, texts[.keyringForeign])
        case .unsupported: (.unreadable, texts[.keyringUnsupported])
        }
    }
}

extension ExitStatus {
    init(_ error: LockError) {
        self =
            switch error {
            case .vault(.locked), .vault(.unlockServer(.locked)): .wrongPasscode
            case .vault(.unlockServer(.shut)): .signedOut
            case .vault(.unlockServer(.wait)): .wait
            case .vault(.unlockServer(.unreachable)): .offline
            case .vault(.unlockServer): .failed
            case .vault: .unreadable
            case .session: error.sessionError.map { ExitStatus($0) } ?? .failed
            }
    }

    init(_ error: SessionError) {
        self =
            switch error {
            case .signedOut, .ended: .signedOut
            case .locked: .wrongPasscode
            case .vault, .storage, .sessionLock: .unreadable
            case .otherAccount, .formerPasscodeNeeded, .cancelled, .api: error.isOffline ? .offline : .failed
            }
    }
}
