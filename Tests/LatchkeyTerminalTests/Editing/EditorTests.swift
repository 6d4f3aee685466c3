import ChildProcess
import Foundation
import Testing

@testable import LatchkeyTerminal

/// The command, arguments and environment of the editor.
struct EditorTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// Adds an executable to the directory.
    private func install(_ name: String) throws {
        let path = folder.url.appending(path: name).path
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o700]))
    }

    private func command(_ editor: String) -> String {
        Editor(environment: ["EDITOR": editor, "PATH": "/nowhere:\(folder.url.path)"]).command
    }

    private static let options = " -n -i NONE -c 'silent! set noundofile nobackup nowritebackup'"

    @Test(arguments: ["vim", "nvim", "vim.tiny"])
    func vimGetsOptionsThatPreventNoteCopiesElsewhere(name: String) throws {
        try install(name)
        let path = folder.url.appending(path: name).path
        for editor in [name, "\(name) -u mine", path] { #expect(command(editor) == editor + Self.options) }
    }

    @Test func viLinkedToVimGetsTheVimOptions() throws {
        try install("vim.basic")
        let vim = folder.url.appending(path: "vim.basic")
        for (link, target) in [("alternative", vim), ("vi", folder.url.appending(path: "alternative"))] {
            try FileManager.default.createSymbolicLink(
                at: folder.url.appending(path: link), withDestinationURL: target)
        }
        #expect(command("vi") == "vi" + Self.options)
    }

    @Test(arguments: [
        "env vim", "nice -n 5 vim", "VAR=1 vim", "env A='b c' vim -u x", "'vim'", "\"vim\" -u x", "vi\\m",
    ])
    func wrappedOrQuotedVimCommandGetsTheOptions(editor: String) throws {
        try install("vim")
        #expect(command(editor) == editor + Self.options)
    }

    @Test func quotedEditorPathWithASpaceIsOneWord() throws {
        let inner = folder.url.appending(path: "my editors")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        try install("my editors/vim")
        for editor in ["'\(inner.path)/vim'", "env \"\(inner.path)/vim\""] {
            #expect(command(editor) == editor + Self.options)
        }
        #expect(command("\(inner.path)/vim") == "\(inner.path)/vim")
    }

    #if os(Linux)
    @Test func editorInheritsOnlyTheLockDescriptor() async throws {
        let (lock, other) = (open("/dev/null", O_RDONLY | O_CLOEXEC), open("/dev/zero", O_RDONLY))
        defer { for descriptor in [lock, other] { close(descriptor) } }
        let list = folder.url.appending(path: "list").path
        let editor = Editor(environment: [
            "EDITOR": "sh -c 'for d in /proc/self/fd/*; do readlink $d; done >\"$1\"; true' sh",
            "PATH": "/usr/bin:/bin",
        ])
        #expect(try await editor.run(list, lock: lock) == .finished)
        let files = try String(contentsOfFile: list, encoding: .utf8)
        #expect(files.contains("/dev/null") && !files.contains("/dev/zero"))
    }
    #endif

    @Test(arguments: ["vi", "nano", "emacs -nw", "missing/vim"])
    func otherEditorsRunAsConfigured(editor: String) throws {
        for name in ["vi", "nano", "emacs"] { try install(name) }
        #expect(command(editor) == editor)
    }

    @Test(
        "MASVS-STORAGE-2 vim leaves no files other than the edited note",
        .enabled(if: access("/usr/bin/vim", X_OK) == 0, "needs vim"))
    func vimLeavesNoFilesOtherThanTheEditedNote() async throws {
        let home = folder.url.appending(path: "home")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let settings = """
            set nocompatible undofile backup viminfo='100,<50 undodir=\(home.path) backupdir=\(home.path)
            set directory=\(home.path)
            autocmd VimEnter * execute "normal yypAsecond" | write | quit
            """
        try Data(settings.utf8).write(to: home.appending(path: ".vimrc"))
        let note = folder.url.appending(path: "note.txt")
        try Data("first\n".utf8).write(to: note)
        // Without a terminal, vim reads keys from standard error and ends immediately.
        let editor = Editor(environment: [
            "EDITOR": "vim </dev/null >/dev/null 2>&1", "HOME": home.path, "PATH": "/usr/bin:/bin", "TERM": "dumb",
        ])
        _ = try await editor.run(note.path, lock: 2)
        #expect(try String(contentsOf: note, encoding: .utf8) == "first\nfirstsecond\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [".vimrc"])
    }
}
