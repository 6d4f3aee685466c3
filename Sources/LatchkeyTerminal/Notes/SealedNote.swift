internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPersistence

/// A note as it is kept: only the vault that sealed it reads it.
struct SealedNote: PersistenceModel {
    static let persistenceName = "sealed-note"

    /// What is sealed.
    private struct Content: Codable {
        let text: String
        let modified: Date
    }

    let id: UUID
    /// Empty when the record is damaged.
    let sealed: Data

    /// Seals the note. Throws `.locked`.
    init(_ note: Note, in vault: Vault) throws(VaultError) {
        id = note.id
        let content = Content(text: note.text, modified: note.modified)
        // A text and a date can always be written as JSON.
        guard let plain = try? JSONEncoder().encode(content) else { throw .damaged }
        sealed = try vault.seal(plain, for: Self.purpose(id))
    }

    /// Opens the note. Throws `.locked`, or another error for one that was not sealed by this vault under this name.
    func open(in vault: Vault) throws(VaultError) -> Note {
        let plain = try vault.open(sealed, for: Self.purpose(id))
        guard let content = try? JSONDecoder().decode(Content.self, from: plain) else { throw .damaged }
        return Note(id: id, text: content.text, modified: content.modified)
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(UUID.self, forKey: .id)
        // A damaged one must not hide the others.
        sealed = (try? values.decode(Data.self, forKey: .sealed)) ?? Data()
    }

    /// The name is part of it: a record that was put in another's place is not taken for it.
    private static func purpose(_ id: UUID) -> String { "latchkey/note/1/\(id)" }
}
