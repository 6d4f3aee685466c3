import ChildProcess
import Foundation
import Testing

/// A terminal for one test: 80×24 cells with a shell, in a tmux server of its own.
final class TmuxTerminal {
    /// What did not come to pass, and what was on the screen instead.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Where tmux is, or nil.
    static let program = ["/usr/bin/tmux", "/usr/local/bin/tmux", "/opt/homebrew/bin/tmux"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private let program: String
    private let socket: URL
    /// As long as the terminal is there, its folders are.
    private let home: TestHome
    private var commands = 0
    private(set) var hasAlternateScreen = true

    /// Starts a shell.
    ///
    /// - Parameters:
    ///   - home: Where the server's socket is, and where the shell begins.
    ///   - environment: All that the shell gets.
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

    /// Types the text as it is.
    func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

    /// Presses keys by tmux's names for them: `Enter`, `Escape`, `C-z`.
    func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

    /// Pastes the text as a terminal does, in brackets if the program asked for them.
    func paste(_ text: String) throws {
        try tmux(["set-buffer", "--", text])
        try tmux(["paste-buffer", "-p"])
    }

    /// From now on, programs get no alternate screen.
    func removeAlternateScreen() throws {
        try tmux(["set-option", "-g", "alternate-screen", "off"])
        hasAlternateScreen = false
    }

    func resize(columns: Int, rows: Int) throws { try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"]) }

    /// Closes the terminal under whatever runs in it, and opens another one with a new shell.
    func hangUp() throws { try tmux(["respawn-pane", "-k"]) }

    // MARK: Looking

    /// What is on the screen; with the sequences for its styles if asked for.
    func screen(styled: Bool = false) throws -> String {
        try tmux(["capture-pane", "-p"] + (styled ? ["-e"] : [])).joined(separator: "\n")
    }

    /// What is on the screen, and what has left it at the top.
    func screenAndHistory() throws -> String {
        try tmux(["capture-pane", "-p", "-S", "-"]).joined(separator: "\n")
    }

    /// Whether a program has the alternate screen.
    func isAlternate() throws -> Bool { try value("alternate_on") == "1" }

    /// Whether the cursor is seen.
    func hasCursor() throws -> Bool { try value("cursor_flag") == "1" }

    /// The row that the cursor is in, from 0.
    func cursorRow() throws -> Int { try value("cursor_y").flatMap(Int.init) ?? 0 }

    /// What a program has called the window.
    func title() throws -> String? { try value("pane_title") }

    private func value(_ format: String) throws -> String? {
        try tmux(["display-message", "-p", "#{\(format)}"]).first
    }

    /// From now on, writes all that the terminal is sent to the file: what is seen for a moment only, too.
    func record(to file: URL) throws { try tmux(["pipe-pane", "-O", "cat >'\(file.path)'"]) }

    /// Waits until the text is on the screen, and returns the screen.
    @discardableResult func waits(for text: String) async throws -> String {
        try await waits(until: "“\(text)” is there") { $0.contains(text) }
    }

    /// Waits until the text is on the screen no more.
    func waits(forEndOf text: String) async throws {
        try await waits(until: "“\(text)” is gone") { !$0.contains(text) }
    }

    /// Waits until the screen is as described, and returns it.
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

    /// A command line that was typed, and the word that it ends with.
    struct Command {
        /// With its status behind it.
        let word: String
    }

    /// Types a command line for the shell.
    func begin(_ line: String) throws -> Command {
        commands += 1
        // As it is typed, the word is not the word that is printed. A line feed works with every terminal's settings.
        try type("\(line); echo e''\"nd-\(commands)=$?\"")
        try press("C-j")
        return Command(word: "end-\(commands)=")
    }

    /// Waits until the command has ended or stopped, and returns the shell's status of it.
    @discardableResult func status(of command: Command) async throws -> Int {
        var status: Int?
        try await waits(until: "the shell is back from \(command.word)") { screen in
            guard let range = screen.range(of: command.word) else { return false }
            status = Int(screen[range.upperBound...].prefix { $0.isNumber })
            return status != nil
        }
        return try #require(status)
    }

    /// Has the shell do the command.
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
