internal import LatchkeyLock
internal import LatchkeyPersistence
internal import LatchkeySecureStorage
internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// Why a command failed: a status for the shell and a message for the user.
struct CommandFailure: Error {
    let status: ExitStatus
    let text: String
}

extension CommandFailure {
    init(_ error: any Error, texts: TerminalTexts) {
        switch error {
        case let error as CommandFailure: self = error
        case let error as SessionError:
            self.init(status: ExitStatus(error), text: error.text(in: texts.screens))
        case let error as VaultError:
            self.init(status: .unreadable, text: error.text(in: texts.screens.lock))
        case let error as SecureStorageError:
            self.init(status: .unreadable, text: SessionError.storage(error).text(in: texts.screens))
        case is PersistenceError:
            self.init(status: .unreadable, text: texts[ScreenText.storageTrouble])
        case let error as DirectoryError:
            self.init(status: .unreadable, text: error.description)
        case let error as NoteError:
            self.init(status: .unreadable, text: error.text(in: texts))
        case is TerminalError:
            self.init(status: .notAsked, text: texts[.noTerminal])
        case ServerSetting.Failure.malformed(let text):
            self.init(status: .usage, text: texts[.serverMalformed].replacing("{server}", with: text))
        case let error as StorageSetting.Failure:
            self.init(error, texts)
        case ServerSetting.Failure.unreadable(let path):
            self.init(status: .unreadable, text: texts[.settingsUnreadable].replacing("{path}", with: path))
        default:
            self.init(status: .failed, text: "\(error)")
        }
    }

    private init(_ error: StorageSetting.Failure, _ texts: TerminalTexts) {
        switch error {
        case .malformed(let text):
            self.init(status: .usage, text: texts[.storageMalformed].replacing("{storage}", with: text))
        case .unchosen(let reason, let settings):
            let lines = [
                texts[.keyringAbsent].replacing("{reason}", with: reason),
                texts[.storageUnchosen].replacing("{path}", with: settings),
            ]
            self.init(status: .unreadable, text: lines.joined(separator: "\n"))
        case .absent(let reason):
            self.init(status: .unreadable, text: texts[.keyringAbsent].replacing("{reason}", with: reason))
        case .silent: self.init(status: .unreadable, text: texts[.keyringSilent])
        case .locked: self.init(status: .unreadable, text: texts[.keyringLocked])
        case .foreign: self.init(status: .unreadable, text: texts[.keyringForeign])
        }
    }
}

extension ExitStatus {
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
