import ChildProcess
import Foundation
import Testing

@testable import LatchkeyTerminal

@Suite(.enabled(if: access("/dev/shm", W_OK) == 0, "needs /dev/shm"), .timeLimit(.minutes(5)))
struct EditFoldersTests {
    private let root = TestFolder()
    private struct Rejection: Error {}

    /// An in-memory directory of the test.
    private final class TestFolder: Sendable {
        let path = "/dev/shm/latchkey-test-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }
        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
    }

    private func folders() throws -> EditFolders { try EditFolders(candidates: [root.path]) }

    private func sweep() async throws -> [EditFolders.Leftover] {
        var found: [EditFolders.Leftover] = []
        _ = try await folders().sweep { found.append($0) }
        return found
    }

    /// A new child process of another test has a copy of every descriptor until it executes its program. It therefore
    /// also holds released folder locks.
    private func found<Value>(_ sweep: () async throws -> [Value]) async throws -> [Value] {
        var found: [Value] = []
        try await until {
            found = try await sweep()
            return !found.isEmpty
        }
        return found
    }

    @Test func editedTextStaysInAnOwnerOnlyFileUntilRemoval() async throws {
        let edit = try await folders().create(text: "text", noteID: UUID())
        #expect(try String(contentsOfFile: edit.file, encoding: .utf8) == "text")
        #expect(edit.file.hasSuffix("/note.txt"))
        var status = stat()
        #expect(stat(edit.file, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(stat((edit.file as NSString).deletingLastPathComponent, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        // Like vim, saves under another name first and leaves a copy.
        try Data("changed".utf8).write(to: URL(fileURLWithPath: edit.file + "~"))
        #expect(rename(edit.file + "~", edit.file) == 0)
        try Data("swap".utf8).write(to: URL(fileURLWithPath: edit.file + ".swp"))
        #expect(try edit.read() == "changed")
        try edit.remove()
        #expect(root.names == [])
    }

    @Test func editFolderWaitEndsOnTimeoutOrCancellation() async throws {
        let impatient = try EditFolders(candidates: [root.path], timeout: .milliseconds(30))
        let holder = open(root.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(holder) }
        try #require(flock(holder, LOCK_EX | LOCK_NB) == 0)
        let path = root.path
        await #expect(throws: EditFolderError.systemError(path, ETIMEDOUT)) {
            _ = try await impatient.create(text: "text", noteID: nil)
        }
        let patient = try folders()
        let cancelled = Task { try await patient.sweep { _ in } }
        cancelled.cancel()
        await #expect(throws: EditFolderError.systemError(path, ECANCELED)) { _ = try await cancelled.value }
        let creating = Task { try await patient.create(text: "text", noteID: nil).read() }
        flock(holder, LOCK_UN)
        #expect(try await creating.value == "text")
    }

    @Test func sweepSkipsFoldersOfRunningProcesses() async throws {
        let edit = try await folders().create(text: "text", noteID: nil)
        #expect(try await sweep() == [])
        #expect(try edit.read() == "text")
    }

    @Test func textLeftByADeadProcessIsRecoveredOnce() async throws {
        let noteID = UUID()
        let path = root.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, noteID = noteID as UUID] in
            _ = try await EditFolders(candidates: [path]).create(text: "left behind", noteID: noteID)
            kill(getpid(), SIGKILL)
        }
        #expect(root.names.count == 1)
        let found = try await found { try await sweep() }
        #expect(found.map(\.text) == ["left behind"])
        #expect(found.map(\.noteID) == [noteID])
        #expect(root.names == [])
    }

    @Test func sweepKeepsARecoveryFileWhoseOriginalIsMissing() async throws {
        var edit: EditFolder? = try await folders().create(text: "text", noteID: nil)
        let file = try #require(edit?.file)
        try Data("rescued".utf8).write(to: URL(fileURLWithPath: file + ".save"))
        try FileManager.default.removeItem(atPath: file)
        edit = nil
        let found = try await found { try await sweep() }
        #expect(found.map(\.text) == ["rescued"])
        #expect(root.names == [])
    }

    @Test func invalidUTF8TextIsDecodedAsLatin1() async throws {
        let edit = try await folders().create(text: "", noteID: nil)
        try Data([0x63, 0x61, 0x66, 0xE9]).write(to: URL(fileURLWithPath: edit.file))
        #expect(try edit.read() == "café")
    }

    @Test("C9 app of another server does not find leftover edits")
    func appOfAnotherServerDoesNotFindLeftoverEdits() async throws {
        let shared = try Directories(environment: ["HOME": "/", "XDG_RUNTIME_DIR": root.path])
        try FileManager.default.createDirectory(
            atPath: root.path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        var edit: EditFolder? = try await EditFolders(directories: shared, owner: "one").create(
            text: "text", noteID: nil)
        #expect(edit != nil)
        edit = nil
        func texts(of owner: String) async throws -> [String] {
            var texts: [String] = []
            _ = try await EditFolders(directories: shared, owner: owner).sweep { texts.append($0.text) }
            return texts
        }
        #expect(try await texts(of: "other") == [])
        #expect(try await found { try await texts(of: "one") } == ["text"])
        #expect(try await texts(of: "one") == [])
    }

    @Test func sweepRetainsTextThatCannotBeSaved() async throws {
        var edit: EditFolder? = try await folders().create(text: "text", noteID: nil)
        let id = edit?.id
        edit = nil
        let problems = try await found { try await folders().sweep { _ in throw Rejection() } }
        #expect(problems.count == 1)
        #expect(root.names.count == 1)
        #expect(try await found { try await sweep() }.map(\.id) == [id])
    }

    @Test func sweepRemovesFoldersWithoutTextAndKeepsOtherFiles() async throws {
        _ = try await folders().create(text: "", noteID: nil)
        unlink(root.path + "/" + (root.names.first ?? "") + "/note.txt")
        try Data("x".utf8).write(to: URL(fileURLWithPath: root.path + "/other"))
        try await until { () async throws -> Bool in
            #expect(try await sweep() == [])
            return root.names == ["other"]
        }
    }

    @Test func linksAreNeverFollowed() async throws {
        let outside = try TemporaryDirectory()
        let file = outside.url.appendingPathComponent("file")
        try Data("precious".utf8).write(to: file)
        let folder = root.path + "/" + EditFolderName(id: UUID(), noteID: nil).text
        mkdir(root.path, 0o700)
        mkdir(folder, 0o700)
        symlink(outside.url.path, folder + "/folder")
        symlink(file.path, folder + "/file")
        // A symbolic link in place of an edit folder.
        symlink(outside.url.path, root.path + "/" + EditFolderName(id: UUID(), noteID: nil).text)
        #expect(try await sweep() == [])
        #expect(root.names.count == 1)
        #expect(try Data(contentsOf: file) == Data("precious".utf8))
        // A symbolic link or a pipe is not read as the note's text.
        mkdir(folder, 0o700)
        symlink(file.path, folder + "/note.txt")
        #expect(try await found { try await folders().sweep { _ in Issue.record("followed") } }.count == 1)
        unlink(folder + "/note.txt")
        mkfifo(folder + "/note.txt", 0o600)
        #expect(try await found { try await folders().sweep { _ in Issue.record("read") } }.count == 1)
    }

    @Test func editFolderMustBePrivateAndInMemory() throws {
        mkdir(root.path, 0o700)
        chmod(root.path, 0o711)
        #expect(throws: EditFolderError.unsafe(root.path)) { try folders() }
        rmdir(root.path)
        let outside = try TemporaryDirectory()
        symlink(outside.url.path, root.path)
        #expect(throws: EditFolderError.unsafe(root.path)) { try folders() }
        unlink(root.path)
        let here = (#filePath as NSString).deletingLastPathComponent
        #expect(throws: EditFolderError.noMemory) { try EditFolders(candidates: [here + "/latchkey"]) }
        #expect(access(here + "/latchkey", F_OK) != 0)
    }

    @Test(
        arguments: ["edit_", "edit_x", "note.txt", "edit_\(UUID())_", "edit_\(UUID())_x", "edit_\(UUID())_\(UUID())_1"])
    func malformedFolderNamesAreNotEdits(name: String) {
        #expect(EditFolderName(name) == nil)
    }

    @Test func editorOpensTheFileAndReturnsItsExitStatus() async throws {
        let edit = try await folders().create(text: "old", noteID: nil)
        func run(_ command: String, _ variable: String = "EDITOR") async throws -> Editor.Outcome {
            try await Editor(environment: [variable: command, "PATH": "/usr/bin:/bin", "WORD": "new"])
                .run(edit.file, lock: edit.lock)
        }
        #expect(try await run(#"sh -c 'printf %s "$WORD" > "$1"' x"#) == .finished)
        #expect(try edit.read() == "new")
        #expect(try await run("true", "VISUAL") == .finished)
        #expect(try await run("exit 3;") == .failed(3))
        #expect(try await run("no-such-editor") == .failed(127))
        #expect(try await run("kill -9 $$;") == .killed(SIGKILL))
        // Keyboard signals end the editor, although this process ignores them meanwhile.
        #expect(try await run("kill -2 $$;") == .killed(SIGINT))
    }

    @Test func runningEditorKeepsItsFolderAfterTheAppEnds() async throws {
        var edit: EditFolder? = try await folders().create(text: "text", noteID: nil)
        // Continues in the background until its input ends.
        let fifo = root.path + "/hold"
        mkfifo(fifo, 0o600)
        // Closed even if the test fails. Otherwise the program would never end, nor the task that waits for the end of
        // its output.
        let hold = open(fifo, O_RDWR | O_CLOEXEC)
        defer { close(hold) }
        let file = try #require(edit).file
        let lock = try #require(edit).lock
        let editor = Editor(environment: ["EDITOR": "head -c 1 '\(fifo)' >/dev/null & true", "PATH": "/usr/bin:/bin"])
        #expect(try await editor.run(file, lock: lock) == .finished)
        edit = nil
        #expect(try await sweep() == [])
        var byte: UInt8 = 1
        _ = write(hold, &byte, 1)
        _ = try await found { try await sweep() }
    }
}
