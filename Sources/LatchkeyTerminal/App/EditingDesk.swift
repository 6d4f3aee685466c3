internal import Foundation
internal import LatchkeyLock

/// Lets a person write in an editor, and sees to it that nothing written is lost, or left behind in plain text.
///
/// Whatever comes out of an editor goes the same way: sealed as a draft, which needs no open vault, and then out of the
/// folder; a draft becomes a note when the vault is open.
@MainActor
final class EditingDesk {
    private let drafts: DraftBox
    private let directories: Directories
    private let owner: String
    private let editor: Editor
    private let now: @Sendable () -> Date
    private let hangUp: @Sendable () -> Void
    private var current: Edit?

    /// An edit that is under way.
    @MainActor
    private final class Edit {
        let folder: EditFolder
        let original: String
        let began: Date
        let editor: Task<Editor.Outcome, any Error>
        /// Puts the text away, once, whoever asks for it first.
        var keeping: Task<Void, any Error>?

        init(_ folder: EditFolder, original: String, began: Date, editor: Editor) {
            (self.folder, self.original, self.began) = (folder, original, began)
            self.editor = Task { try await editor.run(folder.file, lock: folder.lock) }
        }
    }

    /// - Parameters:
    ///   - drafts: Takes what was written.
    ///   - directories: Where the editor's files may be.
    ///   - owner: Names whom the drafts are for.
    ///   - editor: The person's editor.
    ///   - now: The time of day.
    ///   - hangUp: Tells the editor that the terminal goes: all of this process's job, as the system does it, since what
    ///     the shell has started to run the editor is not known.
    init(
        _ drafts: DraftBox, directories: Directories, owner: String, editor: Editor,
        now: @escaping @Sendable () -> Date = { Date() },
        hangUp: @escaping @Sendable () -> Void = { kill(0, SIGHUP) }
    ) {
        (self.drafts, self.directories, self.owner, self.editor) = (drafts, directories, owner, editor)
        (self.now, self.hangUp) = (now, hangUp)
    }

    /// Takes up what processes left behind that did not end in order. What cannot be kept stays where it is, in memory.
    func sweep() async {
        guard let folders = try? EditFolders(directories: directories, owner: owner) else { return }
        _ = try? await folders.sweep { leftover in
            let draft = Draft(id: leftover.id, noteID: leftover.noteID, text: leftover.text, began: nil)
            try await drafts.deposit(draft)
        }
    }

    /// Opens the editor on the note's text, or on nothing, and waits until it has ended.
    func edit(_ note: Note?) async throws -> Editor.Outcome {
        let (text, began) = (note?.text ?? "", now())
        let folders = try EditFolders(directories: directories, owner: owner)
        let folder = try await folders.create(text: text, noteID: note?.id)
        let edit = Edit(folder, original: text, began: began, editor: editor)
        current = edit
        defer { current = nil }
        let outcome: Editor.Outcome
        do { outcome = try await edit.editor.value } catch {
            try folder.remove()
            throw error
        }
        try await keep(edit)
        return outcome
    }

    /// Ends the editor and keeps what it has saved, since the app ends. The app must follow SIGHUP.
    func close() async {
        guard let edit = current else { return }
        // It would go on at a terminal that is the shell's by then, and save into a folder that is gone.
        hangUp()
        await Task { _ = await edit.editor.result }.wait(atMost: .seconds(2))
        // What cannot be kept now is found by the next start.
        try? await keep(edit)
    }

    private func keep(_ edit: Edit) async throws {
        let task = edit.keeping ?? Task { try await putAway(edit) }
        edit.keeping = task
        try await task.value
    }

    private func putAway(_ edit: Edit) async throws {
        let text = try edit.folder.read() ?? ""
        if text != edit.original {
            try await drafts.deposit(
                Draft(id: edit.folder.id, noteID: edit.folder.noteID, text: text, began: edit.began))
        }
        try edit.folder.remove()
    }
}
