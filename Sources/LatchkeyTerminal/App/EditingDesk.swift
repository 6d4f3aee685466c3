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
    private let editor: Editor
    private let now: @Sendable () -> Date
    private var current: Edit?

    /// An edit that is under way.
    private struct Edit {
        let folder: EditFolder
        let original: String
        let began: Date
    }

    init(
        _ drafts: DraftBox, directories: Directories, editor: Editor, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.drafts, self.directories, self.editor, self.now) = (drafts, directories, editor, now)
    }

    /// Takes up what processes left behind that did not end in order. What cannot be kept stays where it is, in memory.
    func sweep() async {
        guard let folders = try? EditFolders(directories: directories) else { return }
        _ = try? await folders.sweep { leftover in
            let draft = Draft(id: leftover.id, noteID: leftover.noteID, text: leftover.text, began: nil)
            try await drafts.depositUnlessSignedOut(draft)
        }
    }

    /// Opens the editor on the note's text, or on nothing, and waits until it has ended.
    func edit(_ note: Note?) async throws -> Editor.Outcome {
        let (text, began) = (note?.text ?? "", now())
        let folder = try EditFolders(directories: directories).create(text: text, noteID: note?.id)
        let edit = Edit(folder: folder, original: text, began: began)
        current = edit
        let outcome: Editor.Outcome
        do {
            outcome = try await editor.run(folder.file, lock: folder.lock)
        } catch {
            current = nil
            try folder.remove()
            throw error
        }
        // The app may have ended meanwhile, and put it away.
        if current != nil { try await putAway(edit) }
        return outcome
    }

    /// Keeps what the editor has saved so far, since the app ends.
    func close() async {
        guard let current else { return }
        // What cannot be kept now is found by the next start.
        try? await putAway(current)
    }

    private func putAway(_ edit: Edit) async throws {
        current = nil
        let text = try edit.folder.read() ?? ""
        if text != edit.original {
            try await drafts.depositUnlessSignedOut(
                Draft(id: edit.folder.id, noteID: edit.folder.noteID, text: text, began: edit.began))
        }
        try edit.folder.remove()
    }
}

extension DraftBox {
    /// Without a key nobody is signed in any more whom the text could be kept for.
    fileprivate func depositUnlessSignedOut(_ draft: Draft) async throws(NoteError) {
        do throws(NoteError) { try await deposit(draft) } catch {
            guard error == .noDraftKey else { throw error }
        }
    }
}
