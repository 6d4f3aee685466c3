internal import Foundation
internal import LatchkeyLock

/// The user's edits in an editor, without losing text or leaving it in plain text.
///
/// The text of each edit is sealed as a draft, which requires no open vault, and then deleted from its folder. A draft
/// becomes a note when the vault is open.
@MainActor
final class EditSession {
    private let drafts: DraftStore
    private let directories: Directories
    private let owner: String
    private let editor: Editor
    private let now: @Sendable () -> Date
    private let hangUp: @Sendable () -> Void
    private var current: Edit?

    /// An edit in progress.
    @MainActor
    private final class Edit {
        let folder: EditFolder
        let original: String
        let began: Date
        let editor: Task<Editor.Outcome, any Error>
        /// Stores the text once, for the first caller.
        var storing: Task<Void, any Error>?

        init(_ folder: EditFolder, original: String, began: Date, editor: Editor) {
            (self.folder, self.original, self.began) = (folder, original, began)
            self.editor = Task { try await editor.run(folder.file, lock: folder.lock) }
        }
    }

    /// - Parameters:
    ///   - drafts: The store of drafts.
    ///   - directories: The possible places of the editor's files.
    ///   - owner: Identifies the server that the drafts belong to.
    ///   - editor: The user's editor.
    ///   - now: The time of day.
    ///   - hangUp: Reports to the editor that the terminal closes, by SIGHUP to this process's job, like the system:
    ///     the shell's process for the editor is unknown.
    init(
        _ drafts: DraftStore, directories: Directories, owner: String, editor: Editor,
        now: @escaping @Sendable () -> Date = { Date() },
        hangUp: @escaping @Sendable () -> Void
    ) {
        (self.drafts, self.directories, self.owner, self.editor) = (drafts, directories, owner, editor)
        (self.now, self.hangUp) = (now, hangUp)
    }

    /// Stores the texts of processes that were killed. A text that cannot be stored stays in its folder in memory.
    func recover() async {
        guard let folders = try? EditFolders(directories: directories, owner: owner) else { return }
        _ = try? await folders.sweep { leftover in
            let draft = Draft(id: leftover.id, noteID: leftover.noteID, text: leftover.text, began: nil)
            try await drafts.save(draft)
        }
    }

    /// Opens the editor with the note's text, or an empty one, and waits until it ends.
    func edit(_ note: Note?) async throws -> Editor.Outcome {
        let (text, began) = (note?.text ?? "", now())
        let folders = try EditFolders(directories: directories, owner: owner)
        let folder = try await folders.create(text: text, noteID: note?.id)
        let edit = Edit(folder, original: text, began: began, editor: editor)
        current = edit
        defer { current = nil }
        let outcome: Editor.Outcome
        do { outcome = try await edit.editor.value } catch {
            // It may have run anyway: if SIGCHLD is ignored, the system does not report how it ended.
            try await store(edit)
            throw error
        }
        try await store(edit)
        return outcome
    }

    /// Ends the editor and stores its saved text, because the app ends. The app must handle SIGHUP.
    func close() async {
        guard let edit = current else { return }
        // Otherwise it would continue at a terminal that belongs to the shell again, and save into a deleted folder.
        hangUp()
        await Task { _ = await edit.editor.result }.wait(atMost: .seconds(2))
        // The next start finds text that cannot be stored now.
        try? await store(edit)
    }

    private func store(_ edit: Edit) async throws {
        let task = edit.storing ?? Task { try await storeAndRemove(edit) }
        edit.storing = task
        try await task.value
    }

    private func storeAndRemove(_ edit: Edit) async throws {
        let text = try edit.folder.read() ?? ""
        if text != edit.original {
            try await drafts.save(Draft(id: edit.folder.id, noteID: edit.folder.noteID, text: text, began: edit.began))
        }
        for rescued in try edit.folder.rescued() where rescued.text != edit.original {
            try await drafts.save(
                Draft(id: rescued.id, noteID: edit.folder.noteID, text: rescued.text, began: nil))
        }
        try edit.folder.remove()
    }
}
