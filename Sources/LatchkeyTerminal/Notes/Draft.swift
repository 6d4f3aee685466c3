internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPersistence

/// The text of an edit, before it becomes a note.
struct Draft: Identifiable, Codable, Hashable, Sendable {
    /// The edit's identifier. Saved again under it, the text is still one draft.
    let id: UUID
    /// The edited note, or nil for a new one.
    let noteID: UUID?
    let text: String
    /// The time when the editor was opened; nil for a text of a killed process.
    let began: Date?
}

/// The record of a draft, sealed for a vault that may be locked; see `SealingKey`.
struct SealedDraft: PersistenceModel {
    static let persistenceName = "latchkey.draft"

    let id: UUID
    let sealed: Data

    init(_ draft: Draft, for key: SealingKey) throws(NoteError) {
        id = draft.id
        guard let plain = try? JSONEncoder().encode(draft) else { throw .sealingFailed }
        do { sealed = try key.seal(plain, for: Self.purpose(id)) } catch { throw NoteError(error, about: id) }
    }

    /// Returns the draft. Throws `.locked`, or another error for a draft that was sealed for another vault.
    func open(in vault: Vault) throws(NoteError) -> Draft {
        let plain: Data
        do { plain = try vault.openDeposited(sealed, for: Self.purpose(id)) } catch {
            throw NoteError(error, about: id)
        }
        guard let draft = try? JSONDecoder().decode(Draft.self, from: plain) else { throw .damaged(id) }
        return draft
    }

    private static func purpose(_ id: UUID) -> String { "latchkey/draft/1/\(id.uuidString)" }
}
