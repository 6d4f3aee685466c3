internal import Foundation

/// A text in a file of its own, in memory, for as long as an editor has it.
///
/// The folder is locked by this process, and by the editor that inherits ``lock``: while either lives, nobody sweeps it.
final class EditFolder: Sendable {
    static let fileName = "note.txt"

    /// Identifies this edit.
    let id: UUID
    /// The note that is edited, or nil for a new one.
    let noteID: UUID?
    /// The file to edit.
    var file: String { "\(folder.path)/\(Self.fileName)" }
    /// The descriptor that holds the lock, for the editor to inherit.
    var lock: Int32 { folder.descriptor }

    private let parent: SafeFolder
    private let folder: SafeFolder

    init(id: UUID, noteID: UUID?, folder: SafeFolder, in parent: SafeFolder) {
        (self.id, self.noteID, self.folder, self.parent) = (id, noteID, folder, parent)
    }

    /// What the file holds now, or nil when the editor removed it.
    func read() throws(EditFolderError) -> String? { try folder.text(of: Self.fileName) }

    /// Removes it with everything in it, backup and swap files too. Until then a sweep finds the text.
    func remove() throws(EditFolderError) {
        try parent.removeFolder(EditFolderName(id: id, noteID: noteID).text)
    }
}
