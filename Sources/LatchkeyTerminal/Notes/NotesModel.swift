internal import Foundation
internal import LatchkeyLock
internal import Observation

/// The notes while the app is unlocked. The app releases this object, with all texts, when it locks.
@MainActor @Observable
final class NotesModel {
    /// The notes, newest first.
    private(set) var notes: [Note] = []
    /// The number of unreadable notes.
    private(set) var damaged = 0
    /// A message for the user.
    var message: String?

    @ObservationIgnored private let store: NoteStore
    @ObservationIgnored private let drafts: DraftStore
    @ObservationIgnored private let texts: TerminalTexts
    @ObservationIgnored private let now: @Sendable () -> Date

    init(store: NoteStore, drafts: DraftStore, texts: TerminalTexts, now: @escaping @Sendable () -> Date = { Date() }) {
        (self.store, self.drafts, self.texts, self.now) = (store, drafts, texts, now)
    }

    /// Turns drafts into notes, and reads all notes again: another process may have changed them.
    func load() async {
        await work { () async throws(NoteError) in
            let wasAltered = try await drafts.prepare()
            let recovered = try await drafts.collect(into: store, now: now())
            try await read()
            if recovered > 0 { message = texts[.recovered] }
            if wasAltered { message = texts[.draftKeyAltered] }
        }
    }

    func delete(_ note: Note) async {
        await work { () async throws(NoteError) in
            try await store.delete(note.id)
            try await read()
        }
    }

    private func read() async throws(NoteError) {
        let listing = try await store.list()
        (notes, damaged) = (listing.notes, listing.damaged.count)
    }

    private func work(_ body: () async throws(NoteError) -> Void) async {
        message = nil
        do throws(NoteError) { try await body() } catch {
            // Locked meanwhile: the lock screen is shown instead.
            message = error == .locked ? nil : error.text(in: texts)
        }
    }
}
