internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyBiometrics
internal import LatchkeyLifecycle
internal import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeyProgram
internal import LatchkeySession
internal import LatchkeyUI
internal import TerminalKit

/// The notes for one command: unlocked with the passcode, and locked when the command ends.
@MainActor
struct UnlockedNotes {
    let store: NoteStore
    let texts: TerminalTexts
    private let workspace: Workspace
    private let edits: EditSession
    private let ending = Ending()
    /// The terminal for prompts, or nil.
    private let device: TerminalDevice?

    /// Prompts for the passcode and calls the body. Commands do not use the fingerprint reader: their prompt is one
    /// line.
    static func use(server: String?, _ body: @MainActor (UnlockedNotes) async throws -> Void) async throws {
        let workspace = try Workspace(await AppEnvironment(server: server, mayPrompt: true, biometrics: NoBiometrics()))
        try await use(workspace, device: try? TerminalDevice(), signals: POSIXSignalLifecycleSource(), body)
    }

    /// Prompts for the passcode in this workspace and calls the body. Locks like the app: when it is idle, and with the
    /// desktop's session.
    static func use(
        _ workspace: Workspace, device: TerminalDevice?, signals: some LifecycleSource,
        _ body: @MainActor (UnlockedNotes) async throws -> Void
    ) async throws {
        let notes = UnlockedNotes(
            store: workspace.notes, texts: workspace.texts, workspace: workspace, edits: workspace.editSession(),
            device: device)
        notes.watch()
        let registration = try await signals.start(reportingTo: notes.lifecycle)
        defer { registration.cancel() }
        let desktop = Task { await Desktop.followUntilCancelled(reportingTo: notes.lifecycle) }
        defer { desktop.cancel() }
        await notes.edits.recover()
        defer { workspace.session.lock.requireLock() }
        let result: Result<Void, any Error>
        do {
            try await notes.open()
            result = .success(try await body(notes))
        } catch {
            result = .failure(error)
        }
        await workspace.session.settle()
        // A signal ends the process by that signal, so no outcome of the command is reported.
        while notes.ending.hasBegun { try await Task.sleep(for: .seconds(1)) }
        try result.get()
    }

    private var lifecycle: AppLifecycleManager { workspace.environment.lifecycle }

    /// Restores the terminal when the process stops or ends. Locks the vault after a stop that reached the timeout.
    private func watch() {
        let (device, edits, lock) = (device, edits, workspace.session.lock)
        lifecycle.onBackground { device?.suspend() }
        lifecycle.onForeground { try? device?.resume() }
        lifecycle.onTerminate { [ending] in
            await ending.begin()
            await lock.requireLock()
            await edits.close()
        }
    }

    private func open() async throws {
        let session = workspace.session
        await session.start()
        if let problem = session.problem { throw problem }
        switch session.state {
        case .ready: break
        case .locked where !session.requiresPasscode:
            throw CommandFailure(status: .failed, text: texts[.fingerprintOnly])
        case .locked: try await unlock(session)
        case .loading, .signedOut, .offeringPasscodeSetup:
            let notice = session.notice?.text(in: texts.screens)
            let lines = [notice, texts[.notSignedIn]].compactMap(\.self)
            throw CommandFailure(status: .signedOut, text: lines.joined(separator: " "))
        }
        if try await workspace.drafts.prepare() { warn(texts[.draftKeyAltered]) }
        _ = try await workspace.drafts.collect(into: store, now: Date())
    }

    /// Allows three attempts, like login(1). Each counts.
    private func unlock(_ session: SessionModel) async throws {
        guard let device else { throw TerminalError.noTerminal }
        defer { device.leave() }
        for attempt in 1...3 {
            let passcode = try await ask(on: device)
            let outcome = await session.unlock(with: passcode)
            if outcome == .unlocked {
                if let notice = session.notice { warn(notice.text(in: texts.screens)) }
                return
            }
            // The notice has the reason that the correct passcode did not unlock.
            let notice = session.notice?.text(in: texts.screens) ?? texts.screens.lock[.locked]
            let text = outcome.text(in: texts.screens, now: Date()) ?? notice
            guard case .wrong = outcome, attempt < 3 else {
                throw CommandFailure(status: ExitStatus(outcome), text: text)
            }
            warn(text)
        }
    }

    private func ask(on device: TerminalDevice) async throws -> Passcode {
        let passcode = try await DigitPrompt(device, length: Passcode.length)
            .ask(texts.asking(.enterPasscode), Passcode.init)
        guard let passcode else { throw CommandFailure(status: .notPrompted, text: texts[.cancelled]) }
        return passcode
    }

    /// The account's session.
    var session: SessionModel { workspace.session }

    /// Shuts one of the account's devices, after prompting for the passcode again.
    func shut(_ lost: UnlockKeyList.UnlockKey) async throws {
        guard let device else { throw TerminalError.noTerminal }
        defer { device.leave() }
        switch await session.shutDevice(id: lost.id, confirming: try await ask(on: device)) {
        // Also if it was shut elsewhere meanwhile.
        case .done, .failed(.api(.notFound)): try StandardStream.output.write(texts[.deviceShut])
        case .notConfirmed(let outcome):
            let text = outcome.text(in: texts.screens, now: Date()) ?? texts.screens.lock[.locked]
            throw CommandFailure(status: ExitStatus(outcome), text: text)
        case .failed(let error): throw error
        default: throw CommandFailure(status: .failed, text: texts.screens.lock[.notChanged])
        }
    }

    /// Returns the note whose identifier has this prefix.
    func find(_ beginning: String) async throws -> Note {
        let wanted = beginning.lowercased()
        let found = try await store.list().notes.filter { $0.id.uuidString.lowercased().hasPrefix(wanted) }
        guard let note = found.first, !wanted.isEmpty else {
            throw CommandFailure(status: .noSuchNote, text: texts[.noSuchNote].replacing("{id}", with: beginning))
        }
        guard found.count == 1 else { throw CommandFailure(status: .noSuchNote, text: texts[.ambiguousNote]) }
        return note
    }

    func edit(_ note: Note?) async throws {
        let outcome = try await edits.edit(note)
        do { _ = try await workspace.drafts.collect(into: store, now: Date()) } catch .locked {
            throw CommandFailure(status: .failed, text: texts[.savedWhileLocked])
        }
        if let text = outcome.text(in: texts) { throw CommandFailure(status: .failed, text: text) }
    }

    /// Reports on standard error that notes are unreadable.
    func warn(ofDamaged count: Int) {
        if count > 0 { warn(texts[.damagedNotes].replacing("{count}", with: String(count))) }
    }

    private func warn(_ text: String) { StandardStream.report("latchkey: \(text)") }
}

extension ExitStatus {
    fileprivate init(_ outcome: UnlockOutcome) {
        self =
            switch outcome {
            case .unlocked: .done
            case .wrong, .exhausted: .wrongPasscode
            case .shut: .signedOut
            case .failed(.api(.passcodeResetRequired)), .failed(.formerPasscodeNeeded): .wrongPasscode
            case .wait: .wait
            case .failed(let error): ExitStatus(error)
            case .superseded, .noPasscode: .failed
            }
    }
}

/// Whether a signal ends the process.
@MainActor private final class Ending {
    private(set) var hasBegun = false

    func begin() { hasBegun = true }
}
