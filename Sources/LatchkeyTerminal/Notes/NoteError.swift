internal import LatchkeyLock
internal import LatchkeyPersistence
internal import LatchkeySecureStorage
internal import LatchkeyUI

/// Why notes could not be read or written. Nothing was changed.
enum NoteError: Error, Equatable {
    /// The vault is locked.
    case locked
    /// The note is there, and cannot be read: it is damaged, or was sealed by another vault.
    case damaged
    /// The vault has never been open here, so nothing can be sealed for it.
    case noDraftKey
    /// The records could not be read or written.
    case records(PersistenceError)
    /// The key of the drafts could not be read or written.
    case storage(SecureStorageError)

    init(_ error: VaultError) { self = error == .locked ? .locked : .damaged }

    /// One or two sentences for the user.
    func text(in texts: TerminalTexts) -> String {
        switch self {
        case .locked: texts.screens.lock.locked
        case .damaged: texts[.noteDamaged]
        case .noDraftKey, .records, .storage: texts[ScreenText.storageTrouble]
        }
    }
}
