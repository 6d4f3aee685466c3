internal import Foundation
internal import LatchkeyLock
internal import LatchkeySession
internal import LatchkeySQLite
internal import LatchkeyUI

/// What the app and the commands work with.
@MainActor
struct Workspace {
    let place: Place
    let notes: NoteStore
    let drafts: DraftBox

    init(_ place: Place) throws {
        self.place = place
        let records = try place.records()
        notes = NoteStore(persistence: records, vault: place.vault)
        drafts = DraftBox(persistence: records, vault: place.vault)
    }

    var session: SessionModel { place.session }
    var texts: TerminalTexts { place.texts }

    /// Where notes are written.
    func desk() -> EditingDesk {
        EditingDesk(
            drafts, directories: place.directories, owner: place.owner,
            editor: Editor(environment: ProcessInfo.processInfo.environment))
    }

    /// For the account's list of sessions: at most 40 printable characters.
    var deviceName: String? {
        let name = ProcessInfo.processInfo.hostName.filter { $0.isASCII && !$0.isWhitespace }.prefix(40)
        return name.isEmpty ? nil : String(name)
    }

    /// Removes notes whose vault was erased by a sign-out that was interrupted.
    func eraseLeftovers() async {
        guard session.status.protection == .absent else { return }
        try? await notes.eraseAll()
    }
}
