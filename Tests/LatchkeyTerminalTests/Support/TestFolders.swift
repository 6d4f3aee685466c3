import ChildProcess
import Foundation
import LatchkeySecureStorage

@testable import LatchkeyTerminal

/// The directories of one user, removed with this object.
final class TestFolders: Sendable {
    let environment: [String: String]
    let settings: AppSettings
    private let directory: TemporaryDirectory
    private let runtime: String?

    /// - Parameter editor: A shell script that edits the note's file, `$1`. `$HOME` is the test's directory.
    init(editor: String = "true") throws {
        directory = try TemporaryDirectory()
        let memory = "/dev/shm/\(directory.url.lastPathComponent)"
        runtime = mkdir(memory, 0o700) == 0 ? memory : nil
        environment = [
            "HOME": directory.url.path, "XDG_RUNTIME_DIR": memory, "PATH": "/usr/bin:/bin", "TERM": "xterm",
            "EDITOR": "sh -c '\(editor)' sh",
        ]
        settings = try AppSettings(server: "https://lock.example", environment: environment)
        try settings.prepareFolders()
    }

    deinit { if let runtime { try? FileManager.default.removeItem(atPath: runtime) } }

    var url: URL { directory.url }
    var secrets: URL { settings.folder.url.appending(path: "secrets") }

    func storage() throws -> FileSecureStorage {
        try FileSecureStorage(directory: secrets, key: .file(settings.folder.url.appending(path: "key")))
    }
}
