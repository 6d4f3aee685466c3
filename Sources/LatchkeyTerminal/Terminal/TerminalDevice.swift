internal import Foundation

/// The terminal that this process was started from, whatever its input and output are.
///
/// Taken by ``enter(_:)`` and given back by ``leave()``, which may be called in any order, from any thread and any number
/// of times. While it is lent to another program, both do nothing.
final class TerminalDevice: Sendable {
    /// What the terminal is taken for.
    enum Use: Sendable {
        /// A whole screen of frames.
        case screen
        /// A question on the line where the cursor is.
        case prompt

        var greeting: String { self == .screen ? Sequences.enterScreen : "" }
        var farewell: String { self == .screen ? Sequences.leaveScreen : "" }
    }

    private struct State: Sendable {
        var isLent = false
        /// What was in force before, and what the terminal is taken for.
        var entered: (settings: Settings, use: Use)?
        /// What it was taken for before ``TerminalDevice/suspend()``.
        var suspended: Use?
        /// What ``TerminalDevice/show(line:)`` has shown, until the line is ended.
        var line = ""
    }

    /// Proof for `@unchecked Sendable`: a plain value of numbers, which some platforms do not declare so.
    private struct Settings: @unchecked Sendable {
        let termios: termios
    }

    let descriptor: Int32
    private let state = Guarded(State())

    /// Opens the terminal. Throws ``TerminalError/noTerminal`` when there is none.
    convenience init() throws(TerminalError) { try self.init(path: "/dev/tty") }

    /// The path lets a test use a terminal of its own.
    init(path: String) throws(TerminalError) {
        let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .noTerminal }
        guard isatty(descriptor) == 1 else {
            close(descriptor)
            throw .noTerminal
        }
        self.descriptor = descriptor
    }

    deinit {
        leave()
        close(descriptor)
    }

    /// Whether a person sits at both ends, at a terminal that can do more than print.
    static func isInteractive(environment: [String: String]) -> Bool {
        let terminal = environment["TERM"] ?? ""
        return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !terminal.isEmpty && terminal != "dumb"
    }

    /// The window's size, or 80×24 where the terminal does not say.
    var size: TerminalSize {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return .standard
        }
        return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Whether the terminal is taken.
    var isEntered: Bool { state.withLock { $0.entered != nil } }

    /// Takes the terminal: keys come as they are typed, and the screen is clear. Nothing happens when it is taken
    /// already, or lent.
    ///
    /// Throws ``TerminalError/inBackground`` when another job has the terminal; after the next SIGCONT it may be ours.
    func enter(_ use: Use = .screen) throws(TerminalError) {
        try state.withLock { state throws(TerminalError) in
            guard !state.isLent, state.entered == nil else { return }
            // It would stop the process (SIGTTOU), the thread that hears of SIGCONT too.
            guard isForeground else { throw .inBackground }
            let former = try TerminalMode.read(descriptor)
            EmergencyRestore.arm(descriptor: descriptor, settings: former, farewell: use.farewell)
            do throws(TerminalError) {
                try TerminalMode.apply(TerminalMode.raw(former), to: descriptor, TCSADRAIN)
            } catch {
                EmergencyRestore.disarm()
                throw error
            }
            state.entered = (Settings(termios: former), use)
            send(use.greeting)
        }
    }

    /// Gives the terminal back as it was. Nothing happens when it is not taken, or lent.
    func leave() {
        state.withLock { state in
            giveBack(&state)
            (state.suspended, state.line) = (nil, "")
        }
    }

    /// Gives the terminal back because the process is about to stop.
    func suspend() {
        state.withLock { state in
            let use = state.entered?.use
            giveBack(&state)
            state.suspended = use
        }
    }

    /// Takes the terminal again for what it was taken for before ``suspend()``, if it was, and shows the line again.
    func resume() throws(TerminalError) {
        guard let use = state.withLock({ $0.suspended }) else { return }
        try enter(use)
        state.withLock { state in
            state.suspended = nil
            draw(state)
        }
    }

    /// Shows the text on the line where the cursor is, in the place of what this showed before. It fits the line.
    func show(line: String) {
        state.withLock { state in
            state.line = line
            if state.entered != nil { draw(state) }
        }
    }

    /// Ends the line that ``show(line:)`` has begun.
    func endLine() {
        state.withLock { state in
            if !state.line.isEmpty { send("\r\n") }
            state.line = ""
        }
    }

    private func draw(_ state: State) {
        if !state.line.isEmpty { send("\r\(state.line)\(Sequences.eraseRestOfLine)") }
    }

    private func giveBack(_ state: inout State) {
        guard !state.isLent, let entered = state.entered else { return }
        state.entered = nil
        // Its new owner has his own settings, and asking for ours would stop the process.
        if isForeground {
            if !state.line.isEmpty { send("\r\n") }
            send(entered.use.farewell)
            // What was typed and not read, digits of a passcode perhaps, must not go to the shell.
            try? TerminalMode.apply(entered.settings.termios, to: descriptor, TCSAFLUSH)
        }
        EmergencyRestore.disarm()
    }

    /// Gives the terminal back for another program, until ``reclaim()``: whoever enters or leaves meanwhile, because of
    /// Ctrl-Z for instance, changes nothing.
    func lend() {
        leave()
        state.withLock { $0.isLent = true }
    }

    /// Ends ``lend()``. The terminal is not taken by that.
    func reclaim() { state.withLock { $0.isLent = false } }

    /// Writes all of the bytes. A terminal that is gone is no error: SIGHUP tells of that.
    func write(_ bytes: [UInt8]) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            written += count
        }
    }

    /// Whether this process may change the terminal without being stopped. One that does not control it, as in a test,
    /// has no foreground.
    private var isForeground: Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }

    private func send(_ text: String) { write(Array(text.utf8)) }
}
