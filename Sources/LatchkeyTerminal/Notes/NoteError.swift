internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPersistence
internal import LatchkeySession
internal import LatchkeyUI

/// The reason that notes or drafts could not be read or stored. Nothing was changed.
enum NoteError: Error, Sendable, Equatable {
    /// The vault is locked.
    case locked
    /// The record with this identifier is damaged, or belongs to another one. It is not changed.
    case damaged(UUID)
    /// The vault must be opened once before drafts can be saved.
    case noDraftKey
    /// The vault failed.
    case vault(VaultError)
    /// The store failed.
    case store(PersistenceError)
    /// The text could not be sealed.
    case sealingFailed

    /// - Parameters:
    ///   - error: The vault's error.
    ///   - id: The record's identifier.
    init(_ error: VaultError, about id: UUID) {
        switch error {
        case .locked: self = .locked
        case .damaged: self = .damaged(id)
        default: self = .vault(error)
        }
    }

    /// Returns the text for the user, in one or two sentences.
    func text(in texts: TerminalTexts) -> String {
        switch self {
        case .locked: texts.screens.lock[.locked]
        case .damaged: texts[.noteDamaged]
        case .vault(let error): error.text(in: texts.screens.lock)
        case .noDraftKey, .store, .sealingFailed: texts[SessionText.storageTrouble]
        }
    }
}
