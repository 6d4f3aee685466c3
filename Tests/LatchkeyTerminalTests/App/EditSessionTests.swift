import ChildProcess
import Foundation
import LatchkeyLock
import LatchkeyPersistence
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyTerminal

@MainActor @Suite(.enabled(if: access("/dev/shm", W_OK) == 0, "needs /dev/shm"), .timeLimit(.minutes(5)))
struct EditSessionTests {
    /// An in-memory directory, removed with this object.
    private final class Runtime: Sendable {
        let path = "/dev/shm/latchkey-test-\(UUID().uuidString)"
        init() { mkdir(path, 0o700) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private let runtime = Runtime()
    private let home: TemporaryDirectory
    private let records = MockPersistence()
    private let vault: Vault
    private let began = Date(timeIntervalSince1970: 1_000)

    init() async throws {
        home = try TemporaryDirectory()
        vault = try await TestVault.open()
        try await drafts.prepare()
    }

    private var drafts: DraftStore { DraftStore(persistence: records, vault: vault) }
    private var notes: NoteStore { NoteStore(persistence: records, vault: vault) }

    /// Returns a session whose editor is this shell script, with the note's file as `$1`.
    private func session(_ script: String, hangUp: @escaping @Sendable () -> Void = {}) throws -> EditSession {
        let environment = ["HOME": home.url.path, "XDG_RUNTIME_DIR": runtime.path, "PATH": "/usr/bin:/bin"]
        let editor = environment.merging(["EDITOR": "sh -c '\(script)' sh"]) { $1 }
        return EditSession(
            drafts, directories: try Directories(environment: environment), owner: "ann",
            editor: Editor(environment: editor), now: { [began] in began },
            hangUp: hangUp)
    }

    private func collected() async throws -> [String] {
        _ = try await drafts.collect(into: notes, now: Date(timeIntervalSince1970: 2_000))
        return try await notes.list().notes.map(\.text)
    }

    private var leftovers: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: runtime.path + "/latchkey-ann")) ?? []
    }

    @Test("C1 edited text survives a lock as a sealed draft")
    func editedTextSurvivesALockAsASealedDraft() async throws {
        let session = try session("echo written >\"$1\"; echo copy >\"$1~\"")
        vault.lock()
        #expect(try await session.edit(nil) == .finished)
        #expect(leftovers == [])
        try await vault.openUnprotected(since: vault.epoch)
        #expect(try await collected() == ["written\n"])
    }

    @Test func editedNoteReplacesTheOriginal() async throws {
        let note = Note(id: UUID(), text: "old", modified: began)
        try await notes.save(note)
        #expect(try await session("test \"$(cat \"$1\")\" = old && echo new >\"$1\"").edit(note) == .finished)
        #expect(try await collected() == ["new\n"])
    }

    @Test(arguments: ["true", "rm \"$1\""]) func unchangedOrDeletedEditFileCreatesNoDraft(script: String) async throws {
        let outcome = try await session(script).edit(nil)
        #expect(outcome == .finished)
        #expect(try await records.loadAll(SealedDraft.self).isEmpty)
        #expect(leftovers == [])
    }

    @Test(arguments: [("exit 3", Editor.Outcome.failed(3)), ("kill -9 $PPID", .killed(SIGKILL))])
    func failedEditorLosesNoSavedText(ending: String, outcome: Editor.Outcome) async throws {
        #expect(try await session("echo saved >\"$1\"; \(ending)").edit(nil) == outcome)
        #expect(try await collected() == ["saved\n"])
        #expect(leftovers == [])
    }

    @Test(arguments: ["note.txt.save", "note.txt.save.1", "#note.txt#", "DEADJOE"])
    func textInAnEditorsRecoveryFileIsKept(name: String) async throws {
        let script = "echo saved >\"$1\"; echo rescued >\"${1%/*}/\(name)\"; cp \"$1\" \"${1%/*}/note.txt.save.2\""
        #expect(try await session("\(script); echo old >\"$1~\"; exit 129").edit(nil) == .failed(129))
        #expect(leftovers == [])
        #expect(try await collected().sorted() == ["rescued\n", "saved\n"])
    }

    @Test("C16 unknown editor exit status does not lose saved text")
    func unknownEditorExitStatusDoesNotLoseSavedText() async throws {
        let (path, owner, environment) = (home.url.path, "ann", ["XDG_RUNTIME_DIR": runtime.path])
        // A parent may ignore SIGCHLD, which makes the system discard exit statuses.
        await #expect(processExitsWith: .success) {
            [path = path as String, owner = owner as String, environment = environment as [String: String]] in
            signal(SIGCHLD, SIG_IGN)
            let all = environment.merging(["HOME": path, "PATH": "/usr/bin:/bin"]) { $1 }
            let editor = all.merging(["EDITOR": "sh -c 'echo saved >\"$1\"' sh"]) { $1 }
            let (records, vault) = (MockPersistence(), try await TestVault.open())
            let drafts = DraftStore(persistence: records, vault: vault)
            try await drafts.prepare()
            let session = await EditSession(
                drafts, directories: try Directories(environment: all), owner: owner,
                editor: Editor(environment: editor), hangUp: {})
            let outcome = try? await session.edit(nil)
            let count = try await records.loadAll(SealedDraft.self).count
            exit(outcome == nil && count == 1 ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test func draftThatCannotBeStoredIsRecoveredAtRestart() async throws {
        await records.failNext(with: .saveFailed(reason: "full"))
        await #expect(throws: NoteError.self) {
            _ = try await session("echo saved >\"$1\"").edit(nil)
        }
        #expect(leftovers.count == 1)
        // The lock remains until the edit is released, and until a child process of another test has executed its
        // program.
        try await until {
            try await session("true").recover()
            return leftovers == []
        }
        #expect(try await collected() == ["saved\n"])
    }

    /// Files for communication with the editor.
    private var started: String { home.url.appending(path: "started").path }
    private var ending: String { home.url.appending(path: "ending").path }
    /// Also ends if the test has failed and its directory is gone. A leftover would keep the test run's output pipe
    /// open.
    private var untilToldToEnd: String {
        "until [ -e \"\(ending)\" ] || [ ! -d \"\(home.url.path)\" ]; do sleep 0.01; done"
    }

    /// Starts an edit, and waits until the editor has saved.
    private func open(_ session: EditSession) async throws -> Task<Editor.Outcome, any Error> {
        let edit = Task { try await session.edit(nil) }
        try await until { access(started, F_OK) == 0 }
        return edit
    }

    @Test func closingTheAppEndsTheEditorWithoutLosingText() async throws {
        let waiting = "echo saved >\"$1\"; : >\"\(started)\"; \(untilToldToEnd)"
        let (path, text) = (ending, "")
        let session = try session("\(waiting); echo last >>\"$1\"; exit 129") {
            _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
        }
        let edit = try await open(session)
        await session.close()
        #expect(leftovers == [])
        // Ends the editor, even if it was not notified.
        _ = FileManager.default.createFile(atPath: ending, contents: nil)
        #expect(try await edit.value == .failed(129))
        #expect(try await collected() == ["saved\nlast\n"])
    }

    @Test func closingTheAppDoesNotWaitForAHangingEditor() async throws {
        let session = try session("echo saved >\"$1\"; : >\"\(started)\"; \(untilToldToEnd); echo lost >\"$1\"")
        let edit = try await open(session)
        await session.close()
        #expect(leftovers == [])
        #expect(try await collected() == ["saved\n"])
        _ = FileManager.default.createFile(atPath: ending, contents: nil)
        _ = try await edit.value
        #expect(try await collected() == ["saved\n"])
    }
}
