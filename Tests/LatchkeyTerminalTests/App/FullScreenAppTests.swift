import ChildProcess
import Foundation
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport
import TerminalKit
import Testing

@testable import LatchkeyTerminal

/// The app in a pseudo terminal.
@MainActor @Suite(.timeLimit(.minutes(5))) struct FullScreenAppTests {
    private let server = FakeServer()

    private func unlocked(editor: String = "true") async throws -> TestRun {
        let run = try TestRun(TestFolders(editor: editor), server: server, storage: InMemorySecureStorage())
        try await run.prepare(note: "marjoram\nmore")
        run.start()
        try await run.waits(for: "marjoram")
        return run
    }

    @Test("C7 idle app locks and key presses reset the timer")
    func idleAppLocksAndKeyPressesResetTheTimer() async throws {
        let run = try await unlocked()
        run.clock.advance(by: .seconds(299))
        run.terminal.type("s")
        try await run.waits(for: "Change passcode")
        run.clock.advance(by: .seconds(299))
        run.session.lock.lockIfTimedOut()
        #expect(!run.session.isLocked)
        run.terminal.type("\u{1B}")
        try await run.waits(for: "marjoram")
        run.clock.advance(by: .seconds(300))
        try await run.waits(for: "Latchkey is locked")
        try await run.end()
    }

    @Test("C12 covered app shows no note text")
    func coveredAppShowsNoNoteText() async throws {
        let run = try await unlocked()
        func shows(_ text: String) -> Bool {
            run.app.compose().lines.contains { $0.spans.contains { $0.text.contains(text) } }
        }
        let lifecycle = run.workspace.environment.lifecycle
        #expect(shows("marjoram"))
        await lifecycle.updateState(.background).value
        #expect(!shows("marjoram"))
        await lifecycle.updateState(.active).value
        try await until { shows("marjoram") }
        try await run.end()
    }

    @Test(
        "C12 locking during editing releases the texts of all notes",
        .enabled(if: access("/dev/shm", W_OK) == 0, "needs /dev/shm"))
    func lockingDuringEditingReleasesTheTextsOfAllNotes() async throws {
        let run = try await unlocked(
            editor: ": >\"$HOME/started\"; until [ -e \"$HOME/end\" ] || [ ! -d \"$HOME\" ]; do sleep 0.01; done")
        run.terminal.type("a")
        try await until { FileManager.default.fileExists(atPath: run.home.url.appending(path: "started").path) }
        weak let notes = run.app.notes
        #expect(notes != nil)
        run.session.lock.requireLock()
        try await until { run.app.notes == nil && run.app.stack.isEmpty && notes == nil }
        #expect(FileManager.default.createFile(atPath: run.home.url.appending(path: "end").path, contents: nil))
        try await run.waits(for: "Latchkey is locked")
        try await run.end()
    }
}
