internal import Foundation

/// The name of an edit's folder: which edit, and of which note. Neither tells anything about the text.
struct EditFolderName: Equatable {
    let id: UUID
    let noteID: UUID?

    init(id: UUID, noteID: UUID?) { (self.id, self.noteID) = (id, noteID) }

    /// Reads what ``text`` wrote; nil for any other name.
    init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts[0] == "edit", let id = UUID(uuidString: String(parts[1]))
        else { return nil }
        self.id = id
        guard parts.count == 3 else {
            noteID = nil
            return
        }
        guard let noteID = UUID(uuidString: String(parts[2])) else { return nil }
        self.noteID = noteID
    }

    var text: String { "edit_\(id.uuidString)" + (noteID.map { "_\($0.uuidString)" } ?? "") }
}
