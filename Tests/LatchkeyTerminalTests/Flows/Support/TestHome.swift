import ChildProcess
import Foundation
import Testing

/// A home directory for one test, with environment, editors, and the app's launcher.
final class TestHome {
    let url: URL
    /// The runtime directory, in memory.
    let runtime: URL
    private let directory: TemporaryDirectory

    /// Makes the folders and the programs.
    ///
    /// - Parameter launcher: The command prefix for the app; empty for none.
    init(launcher: String = "") throws {
        directory = try TemporaryDirectory()
        url = directory.url
        let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
        runtime = URL(filePath: memory).appending(path: url.lastPathComponent)
        for folder in [runtime, home, scripts] {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        let app = "echo $$ >'\(url.path)/pid'; exec \(launcher) '\(try ChildProcess.built("latchkey").path)' \"$@\""
        for (name, body) in [("app", app), ("editor", Self.editor), ("window-editor", Self.windowEditor)] {
            try script(name, body)
        }
        try Data("alias app=\"sh '$SCRIPTS/app'\"\n".utf8).write(to: scripts.appending(path: "profile"))
    }

    deinit { try? FileManager.default.removeItem(at: runtime) }

    private var home: URL { url.appending(path: "home") }
    private var scripts: URL { url.appending(path: "bin") }
    var configuration: URL { url.appending(path: "config/latchkey") }
    var data: URL { url.appending(path: "data/latchkey") }

    /// Returns the shell's complete environment.
    func environment(server: String) -> [String: String] {
        [
            "HOME": home.path, "XDG_CONFIG_HOME": url.appending(path: "config").path,
            "XDG_DATA_HOME": url.appending(path: "data").path, "XDG_RUNTIME_DIR": runtime.path,
            "PATH": "/usr/bin:/bin", "SCRIPTS": scripts.path,
            "ENV": scripts.appending(path: "profile").path, "TERM": "screen",
            "LANG": "C.UTF-8", "EDITOR": "sh \(scripts.path)/editor", "LATCHKEY_SERVER": server, "PS1": "$ ",
            "LATCHKEY_STORAGE": "file",
            "TZ": "UTC",
        ]
    }

    /// A line editor, which appends each line to the file immediately, and writes a backup copy next to it. `=`
    /// replaces the text, `.` ends, `!` ends with a status.
    private static let editor = """
        echo $$ >"${0%/bin/*}/editor-pid"
        printf 'The editor has: '; cat "$1"; printf '<\\n'
        while read -r line; do
            case $line in
                .) exit 0 ;;
                !*) exit "${line#!}" ;;
                =*) printf '%s\\n' "${line#=}" >"$1" ;;
                *) printf '%s\\n' "$line" >>"$1" ;;
            esac
            cp "$1" "$1.swp"
            echo "saved: $line"
        done
        """

    /// An editor in a separate window. It writes, survives its terminal, and ends when the file `close` exists.
    private static let windowEditor = """
        trap '' HUP
        echo $$ >"${0%/bin/*}/editor-pid"
        echo "$WORDS" >"$1"
        echo 'The editor has: a window.'
        until [ -e "$HOME/close" ] || [ ! -d "$HOME" ]; do sleep 0.05; done
        echo "$WORDS, and more" >"$1"
        """

    /// Writes a script, to be run with `sh FILE`. A concurrently started process could inherit the open file, which
    /// would prevent direct execution.
    func script(_ name: String, _ body: String) throws {
        try Data("\(body)\n".utf8).write(to: scripts.appending(path: name))
    }

    /// Returns the process ID of the latest start.
    func process(_ name: String = "pid") throws -> pid_t {
        let text = try String(contentsOf: url.appending(path: name), encoding: .utf8)
        return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// Returns all files and directories in this home.
    func everything() throws -> [URL] {
        try [home, url.appending(path: "config"), url.appending(path: "data"), runtime]
            .filter { FileManager.default.fileExists(atPath: $0.path) }
            .flatMap { root in
                let found = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
                return found.compactMap { $0 as? URL }
            }
    }

    /// Returns the files that contain the word, or have it in their names.
    func files(with word: String) throws -> [String] {
        let bytes = Data(word.utf8)
        return try everything().filter { file in
            if file.path.contains(word) { return true }
            // A directory cannot be read as data.
            guard let content = try? Data(contentsOf: file) else { return false }
            return content.range(of: bytes) != nil
        }.map(\.path)
    }

    /// Returns the leftovers of edits.
    func edits() throws -> [String] { try everything().map(\.lastPathComponent).filter { $0.hasPrefix("edit_") } }
}
