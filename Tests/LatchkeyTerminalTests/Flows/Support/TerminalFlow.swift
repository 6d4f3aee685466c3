import ChildProcess
import Foundation
import LatchkeyAPI
import Testing

/// A user's terminal with the app, and a server.
final class TerminalFlow {
    static let passcode = "407318"
    static let other = "590263"
    static let email = "ada@example.org"

    let server: ServerProcess
    let home: TestHome
    let terminal: TmuxTerminal
    private var command: TmuxTerminal.Command?
    /// The terminal's settings before the app started.
    private(set) var former = ""

    /// Starts a server and a shell.
    ///
    /// - Parameters:
    ///   - changes: Changes of the shell's environment.
    ///   - launcher: The command prefix for the app; empty for none.
    ///   - settings: The settings of the server.
    init(
        _ changes: [String: String] = [:], launcher: String = "", settings: [String: String] = [:]
    ) throws {
        server = try ServerProcess(settings)
        home = try TestHome(launcher: launcher)
        let environment = home.environment(server: server.url).merging(changes) { $1 }
        terminal = try TmuxTerminal(in: home, environment: environment)
    }

    // MARK: Starting and ending

    /// Starts the app, and waits for the text.
    ///
    /// - Parameters:
    ///   - line: The command line.
    ///   - text: A text on the app's screen.
    func start(_ line: String = "app", until text: String) async throws {
        command = try terminal.begin(line)
        try await terminal.waits(until: "the app shows “\(text)”") { [terminal] in
            try $0.contains(text) && (terminal.isAlternate() || !terminal.hasAlternateScreen)
        }
    }

    /// Waits until the app has ended or stopped. Returns its exit status.
    @discardableResult func ended() async throws -> Int { try await terminal.status(of: try #require(command)) }

    /// Sends the signal to the app, and waits until it has ended.
    @discardableResult func kill(_ signal: Int32) async throws -> Int {
        Foundation.kill(try home.process(), signal)
        return try await ended()
    }

    /// Quits the app from the list of notes or the lock screen.
    func quit() async throws {
        try terminal.press("q")
        #expect(try await ended() == 0)
        #expect(try !terminal.isAlternate())
    }

    /// Kills only the app, resets the terminal, and restarts the app. Expects that no plain text contains the word.
    func killAndStart(until text: String, leaving word: String) async throws {
        #expect(try await kill(SIGKILL) == 128 + SIGKILL)
        try await startAfterKill(until: text, leaving: word)
    }

    /// Resets the terminal after the app was killed, and restarts the app.
    func startAfterKill(until text: String, leaving word: String) async throws {
        try await terminal.run("reset")
        // `reset` sets its own defaults; only the essential settings are checked.
        try await terminal.run("stty -a >\"$HOME/stty\"")
        let words = try String(contentsOf: home.url.appending(path: "home/stty"), encoding: .utf8)
            .split { $0.isWhitespace || $0 == ";" }.map(String.init)
        for word in ["echo", "icanon", "icrnl", "isig", "opost", "onlcr"] { #expect(words.contains(word)) }
        #expect(words.contains(["intr", "=", "^C"]) && words.contains(["susp", "=", "^Z"]))
        #expect(try terminal.hasCursor())
        try await start(until: text)
        let files = try home.files(with: word)
        #expect(files == [])
        #expect(try home.edits() == [])
    }

    // MARK: User actions

    /// Signs in from the first screen, after a start or the end of a session.
    func signIn(until text: String) async throws {
        try await terminal.waits(for: "We’ll send you a code")
        try terminal.type(Self.email)
        try terminal.press("Enter")
        try await enterCode(from: .signIn, until: text)
    }

    /// Enters the code of an email.
    func enterCode(from kind: ServerProcess.Email, until text: String) async throws {
        try await terminal.waits(for: "Enter the code sent")
        try terminal.type(try await server.takeCode(to: Self.email, from: kind))
        try terminal.press("Enter")
        try await terminal.waits(for: text)
    }

    /// Enters six digits at a prompt, and waits for the result.
    func enter(_ passcode: String, for question: String, until text: String) async throws {
        try await terminal.waits(for: question)
        try terminal.type(passcode)
        try await terminal.waits(for: text)
    }

    /// Enters a new passcode at its prompt.
    func choose(_ passcode: String) async throws {
        try await enter(passcode, for: "Choose a new 6-digit passcode", until: "Enter the new passcode again")
        try terminal.type(passcode)
    }

    /// Starts the app for the first time.
    func begin(until text: String, with line: String = "app") async throws {
        former = try await settings()
        try await start(line, until: text)
    }

    /// Starts the app for the first time, signs in, sets the passcode, and waits for the list of notes.
    func begin(with line: String = "app") async throws {
        try await begin(until: "Sign in", with: line)
        try await signIn(until: "Set up a passcode?")
        try terminal.press("Enter")
        try await choose(Self.passcode)
        try await terminal.waits(for: "No notes yet")
    }

    /// Enters the passcode at the lock screen.
    func unlock(_ passcode: String = TerminalFlow.passcode, until text: String) async throws {
        try await enter(passcode, for: "Latchkey is locked", until: text)
    }

    /// Locks manually from the list of notes.
    func lock() async throws {
        try terminal.press("l")
        try await terminal.waits(for: "Latchkey is locked")
    }

    /// Writes a note in the editor, from the list of notes.
    func write(_ text: String) async throws {
        try await openEditor("a")
        try await typeInEditor(text)
        try await leaveEditor(until: text)
    }

    /// Opens the editor with a key.
    func openEditor(_ key: String) async throws {
        try terminal.press(key)
        try await terminal.waits(for: "The editor has:")
    }

    /// Types a line, and waits until the editor has saved it.
    func typeInEditor(_ line: String) async throws {
        try terminal.type(line)
        try terminal.press("Enter")
        try await terminal.waits(for: "saved: \(line)")
    }

    /// Opens the settings, and selects the row by its distance from the first one.
    func chooseSetting(_ row: Int, named name: String) async throws {
        try terminal.press("s")
        try await terminal.waits(for: "▸ Change passcode")
        for _ in 0..<row { try terminal.press("Down") }
        try await terminal.waits(for: "▸ \(name)")
        try terminal.press("Enter")
    }

    /// Returns from a screen to the list of notes.
    func goBack() async throws {
        try terminal.press("Escape")
        try await terminal.waits(for: "l Lock")
    }

    /// Ends the editor.
    func leaveEditor(until text: String) async throws {
        try terminal.type(".")
        try terminal.press("Enter")
        try await terminal.waits(until: "the list shows “\(text)”") { $0.contains("Notes") && $0.contains(text) }
    }

    // MARK: State

    /// Returns the terminal's settings in the shell.
    func settings() async throws -> String {
        let status = try await terminal.run("stty -g >\"$HOME/stty\"")
        let screen = try terminal.screen()
        #expect(status == 0, "\(screen)")
        return try String(contentsOf: home.url.appending(path: "home/stty"), encoding: .utf8)
    }

    /// Returns the address on the screen for the browser.
    func address() async throws -> String {
        try await terminal.waits(until: "the address is shown") { screen in
            screen.contains("Waiting for Desk") && screen.contains("\nhttp://127.0.0.1:")
        }
        let lines = try terminal.screen().components(separatedBy: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("http://127.0.0.1:") })
        return lines[start...].prefix { !$0.isEmpty }.joined()
    }

    /// Returns the output of `latchkey status --json`.
    func status() async throws -> [String: Any] {
        try await terminal.run("app status --json >\"$HOME/status\"")
        let data = try Data(contentsOf: home.url.appending(path: "home/status"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// Signs in another device of the user.
    func otherDevice() async throws -> OtherDevice { try await OtherDevice(server, Self.email) }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests without a built server, with the reason.
    static var whereTheServerIsBuilt: Self {
        .enabled(if: ServerProcess.isBuilt, Comment(rawValue: ServerProcess.howToBuild))
    }

    /// Skips tests without tmux, with the reason.
    static var whereTmuxIs: Self { .enabled(if: TmuxTerminal.program != nil, "there is no tmux") }
}
