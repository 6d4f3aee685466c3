internal import Foundation

/// A folder in memory with the text of an edit.
///
/// This process and the editor, which inherits ``lock``, keep the folder locked. While either of them runs, no process
/// sweeps it.
final class EditFolder: Sendable {
    static let fileName = "note.txt"

    /// The identifier of this edit.
    let id: UUID
    /// The note, or nil for a new one.
    let noteID: UUID?
    var file: String { "\(folder.path)/\(Self.fileName)" }
    /// The descriptor with the lock, for the editor.
    var lock: Int32 { folder.descriptor }

    private let parent: SafeFolder
    private let folder: SafeFolder

    init(id: UUID, noteID: UUID?, folder: SafeFolder, in parent: SafeFolder) {
        (self.id, self.noteID, self.folder, self.parent) = (id, noteID, folder, parent)
    }

    /// The text of the file, or nil if the editor has deleted it.
    func read() throws(EditFolderError) -> String? { try folder.text(of: Self.fileName) }

    /// The texts that the editor has saved under other names when it was terminated.
    func rescued() throws(EditFolderError) -> [RescuedText] { try folder.rescued(edit: id) }

    /// Deletes the folder with backup and swap files. Until then a sweep can find the text.
    func remove() throws(EditFolderError) { try parent.removeFolder(EditFolderName(id: id, noteID: noteID).text) }
}

/// The name of an edit's folder: the identifiers of the edit and its note, which reveal nothing about the text.
struct EditFolderName: Equatable {
    let id: UUID
    let noteID: UUID?

    var text: String { "edit_\(id.uuidString)" + (noteID.map { "_\($0.uuidString)" } ?? "") }
}

extension EditFolderName {
    /// Parses ``text``. Returns nil for any other name.
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
}
