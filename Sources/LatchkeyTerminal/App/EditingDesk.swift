internal import Foundation
internal import LatchkeyLock

/// Lets a person write in an editor, and sees to it that nothing written is lost, or left behind in plain text.
///
/// Whatever comes out of an editor goes the same way: sealed as a draft, which needs no open vault, and then out of the
/// folder; a draft becomes a note when the vault is open.
@MainActor
final class EditingDesk {
    /// What came of an edit.
    enum Outcome: Equatable {
        /// Kept as a draft.
        case kept
        /// Nothing was changed.
        case unchanged
        /// Kept as a draft if there was anything, but the editor ended with this status, or by this signal.
        case failed(Int32)
    }

    private let drafts: DraftBox
    private let directories: Directories
    private let editor: Editor
    private let now: @Sendable () -> Date
    private var current: (folder: EditFolder, original: String)?
    private var process: pid_t?

    init(
        _ drafts: DraftBox, directories: Directories, editor: Editor, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.drafts, self.directories, self.editor, self.now) = (drafts, directories, editor, now)
    }

    /// Takes up what processes left behind that did not end in order.
    func sweep() async {
        guard let base = try? EditBase(directories) else { return }
        for folder in base.leftovers() {
            await putAway(folder, original: nil)
        }
    }

    /// Opens the editor on the note's text, or on nothing, and waits until it has ended.
    func edit(_ note: Note?) async throws -> Outcome {
        let text = note?.text ?? ""
        let folder = try EditFolder(text, .init(noteID: note?.id, began: now()), in: try EditBase(directories))
        current = (folder, text)
        let ending: Editor.Outcome
        do {
            ending = try await editor.open(folder.file) { [weak self] process in
                Task { @MainActor in self?.process = process }
            }
        } catch {
            current = nil
            folder.remove()
            throw error
        }
        process = nil
        // Ended by a signal, and put away by then.
        guard current != nil else { return .unchanged }
        current = nil
        let isChanged = try await putAwayChecked(folder, original: text)
        if case .failed(let status) = ending { return .failed(status) }
        return isChanged ? .kept : .unchanged
    }

    /// Ends an edit that is under way, since the app ends: the text as it was saved last is kept.
    func close() async {
        if let process { kill(process, SIGHUP) }
        guard let (folder, original) = current else { return }
        current = nil
        await putAway(folder, original: original)
    }

    private func putAway(_ folder: EditFolder, original: String?) async {
        // What cannot be kept now stays where it is, in memory: the next start tries again.
        _ = try? await putAwayChecked(folder, original: original)
    }

    private func putAwayChecked(_ folder: EditFolder, original: String?) async throws -> Bool {
        let text: String
        do { text = try folder.text() } catch {
            folder.remove()
            throw error
        }
        guard text != original else {
            folder.remove()
            return false
        }
        let label = folder.label()
        do {
            try await drafts.deposit(Draft(noteID: label?.noteID, text: text, began: label?.began ?? now()))
        } catch NoteError.noDraftKey {
            // Signed out since: there is nobody whom it could be kept for.
        }
        folder.remove()
        return true
    }
}
