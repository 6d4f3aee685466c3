internal import Foundation
internal import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeySession
internal import LatchkeyUI

/// The notes for one command: opened with the passcode, and locked when it ends.
@MainActor
struct UnlockedNotes {
    let store: NoteStore
    let texts: TerminalTexts
    private let workspace: Workspace
    private let desk: EditingDesk

    /// Asks for the passcode and does the work.
    static func use(_ options: GlobalOptions, _ body: @MainActor (UnlockedNotes) async throws -> Void) async throws {
        let workspace = try Workspace(await Place(server: options.server, mayAsk: true))
        let notes = UnlockedNotes(
            store: workspace.notes, texts: workspace.texts, workspace: workspace, desk: workspace.desk())
        await notes.desk.sweep()
        try await notes.open()
        defer { workspace.session.lock.requireLock() }
        let result: Result<Void, any Error>
        do { result = .success(try await body(notes)) } catch { result = .failure(error) }
        await workspace.session.settle()
        try result.get()
    }

    private func open() async throws {
        let session = workspace.session
        await session.start()
        if let problem = session.problem { throw problem }
        switch session.state {
        case .ready: break
        case .locked: try await unlock(session)
        case .loading, .signedOut, .offeringPasscodeSetup:
            throw CommandFailure(status: .signedOut, text: texts[.notSignedIn])
        }
        try await workspace.drafts.prepare()
        _ = try await workspace.drafts.collect(into: store, now: Date())
    }

    /// Three tries, as login(1) and others give; each counts.
    private func unlock(_ session: SessionModel) async throws {
        let lock = AccountScreenLock(session)
        for attempt in 1...3 {
            let passcode = try await ask()
            let answer = await lock.unlock(with: passcode)
            if answer == .accepted { return }
            let text = Self.text(of: answer, texts)
            guard case .wrong = answer, attempt < 3 else {
                throw CommandFailure(status: ExitStatus(answer), text: text)
            }
            warn(text)
        }
    }

    private func ask() async throws -> Passcode {
        do {
            if case .given(let passcode) = try await TerminalPrompt().passcode(texts[.enterPasscode] + ":") {
                return passcode
            }
        } catch TerminalError.noTerminal {
            throw CommandFailure(status: .notAsked, text: texts[.noTerminal])
        }
        throw CommandFailure(status: .notAsked, text: texts[.cancelled])
    }

    private static func text(of answer: PasscodeAnswer, _ texts: TerminalTexts) -> String {
        guard case .wait(let time) = answer else { return answer.text(in: texts.screens) ?? texts.screens.lock.locked }
        let seconds = max(1, Int(time.components.seconds) + (time.components.attoseconds > 0 ? 1 : 0))
        return texts.screens.lock.wait.replacing("{seconds}", with: String(seconds))
    }

    /// The note whose identifier begins so.
    func find(_ beginning: String) async throws -> Note {
        let wanted = beginning.lowercased()
        let found = try await store.list().notes.filter { $0.id.uuidString.lowercased().hasPrefix(wanted) }
        guard let note = found.first, !wanted.isEmpty else {
            throw CommandFailure(
                status: .noSuchNote, text: texts[.noSuchNote].replacing("{id}", with: beginning))
        }
        guard found.count == 1 else { throw CommandFailure(status: .noSuchNote, text: texts[.ambiguousNote]) }
        return note
    }

    /// Opens the editor.
    func edit(_ note: Note?) async throws {
        let outcome = try await desk.edit(note)
        _ = try await workspace.drafts.collect(into: store, now: Date())
        if let text = outcome.text(in: texts) { throw CommandFailure(status: .failed, text: text) }
    }

    /// Says on standard error that some cannot be read.
    func warn(ofDamaged count: Int) {
        if count > 0 { warn(texts[.damagedNotes].replacing("{count}", with: String(count))) }
    }

    private func warn(_ text: String) {
        FileHandle.standardError.write(Data("latchkey: \(text)\n".utf8))
    }
}

extension ExitStatus {
    fileprivate init(_ answer: PasscodeAnswer) {
        self =
            switch answer {
            case .accepted: .done
            case .wrong, .exhausted, .resetRequired, .formerPasscodeNeeded: .wrongPasscode
            case .wait: .wait
            case .offline: .offline
            case .signedOut: .signedOut
            case .refused, .reused, .differs, .overtaken, .unavailable, .failed: .failed
            }
    }
}
