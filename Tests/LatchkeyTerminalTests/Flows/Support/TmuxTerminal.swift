import ChildProcess
import Foundation
import Testing

/// A terminal for one test: 80×24 cells with a shell, in a separate tmux server.
final class TmuxTerminal {
    /// An unmet expectation, with the screen's content.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The path of tmux; nil if not installed.
    static let program = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private let program: String
    private let socket: URL
    /// Keeps the directories as long as the terminal.
    private let home: TestHome
    private var commands = 0
    private(set) var hasAlternateScreen = true

    /// Starts a shell.
    ///
    /// - Parameters:
    ///   - home: The directory of the server's socket, and of the shell.
    ///   - environment: The shell's complete environment.
    init(in home: TestHome, environment: [String: String]) throws {
        program = try #require(Self.program)
        self.home = home
        socket = home.url.appending(path: "tmux")
        let variables = environment.map { "\($0)=\($1)" }
        try tmux(
            ["-u", "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "-c", home.url.path, "--"]
                + ["/usr/bin/env", "-i"] + variables + ["/bin/sh"])
    }

    deinit { _ = try? tmux(["kill-server"]) }

    // MARK: Typing

    /// Types the text literally.
    func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

    /// Presses keys by their tmux names: `Enter`, `Escape`, `C-z`.
    func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

    /// Pastes the text like a terminal, with brackets if the program has enabled them.
    func paste(_ text: String) throws {
        try tmux(["set-buffer", "--", text])
        try tmux(["paste-buffer", "-p"])
    }

    /// Disables the alternate screen from now on.
    func removeAlternateScreen() throws {
        try tmux(["set-option", "-g", "alternate-screen", "off"])
        hasAlternateScreen = false
    }

    func resize(columns: Int, rows: Int) throws { try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"]) }

    /// Hangs up the terminal, and opens another one with a new shell.
    func hangUp() throws { try tmux(["respawn-pane", "-k"]) }

    // MARK: Inspection

    /// Returns the screen's content, optionally with escape sequences of styles.
    func screen(styled: Bool = false) throws -> String {
        try tmux(["capture-pane", "-p"] + (styled ? ["-e"] : [])).joined(separator: "\n")
    }

    /// Returns the screen's content and its scrollback.
    func screenAndHistory() throws -> String {
        try tmux(["capture-pane", "-p", "-S", "-"]).joined(separator: "\n")
    }

    /// Returns whether a program uses the alternate screen.
    func isAlternate() throws -> Bool { try value("alternate_on") == "1" }

    /// Returns whether the cursor is visible.
    func hasCursor() throws -> Bool { try value("cursor_flag") == "1" }

    /// Returns the cursor's row, from 0.
    func cursorRow() throws -> Int { try value("cursor_y").flatMap(Int.init) ?? 0 }

    /// Returns the window title that a program has set.
    func title() throws -> String? { try value("pane_title") }

    private func value(_ format: String) throws -> String? {
        try tmux(["display-message", "-p", "#{\(format)}"]).first
    }

    /// Records all output to the file from now on, including text visible only briefly.
    func record(to file: URL) throws { try tmux(["pipe-pane", "-O", "cat >'\(file.path)'"]) }

    /// Waits until the text is on the screen. Returns the screen.
    @discardableResult func waits(for text: String) async throws -> String {
        try await waits(until: "“\(text)” is there") { $0.contains(text) }
    }

    /// Waits until the screen meets the condition. Returns the screen.
    @discardableResult func waits(
        until what: String = "the screen is as expected", _ isSo: (String) throws -> Bool
    ) async throws -> String {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let screen = try screen()
            if try isSo(screen) { return screen }
            guard ContinuousClock.now < end else {
                throw Failure(description: "not within 60 seconds: \(what)\n\(screen)")
            }
            try await Task.sleep(for: .milliseconds(15))
        }
    }

    // MARK: The shell

    /// A typed command line, and the word printed at its end.
    struct Command {
        /// A word that its exit status follows.
        let word: String
    }

    /// Types a command line.
    func begin(_ line: String) throws -> Command {
        commands += 1
        // The typed form of the word differs from the printed one. A line feed works with every terminal setting.
        try type("\(line); echo e''\"nd-\(commands)=$?\"")
        try press("C-j")
        return Command(word: "end-\(commands)=")
    }

    /// Waits until the command has ended or stopped. Returns its exit status.
    @discardableResult func status(of command: Command) async throws -> Int {
        var status: Int?
        try await waits(until: "the shell has returned from \(command.word)") { screen in
            guard let range = screen.range(of: command.word) else { return false }
            status = Int(screen[range.upperBound...].prefix { $0.isNumber })
            return status != nil
        }
        return try #require(status)
    }

    /// Runs the command. Returns its exit status.
    @discardableResult func run(_ line: String) async throws -> Int { try await status(of: begin(line)) }

    @discardableResult private func tmux(_ arguments: [String]) throws -> [String] {
        let child = try ChildProcess(
            URL(filePath: program), ["-S", socket.path] + arguments,
            environment: ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"])
        var lines: [String] = []
        while let line = child.nextLine() { lines.append(line) }
        guard try child.waitForChange() == .exited(0) else {
            throw Failure(description: "tmux \(arguments.joined(separator: " ")) failed")
        }
        return lines
    }
}
