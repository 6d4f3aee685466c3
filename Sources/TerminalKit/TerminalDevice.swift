internal import Foundation
internal import LatchkeyCore

/// The controlling terminal of this process, whatever its input and output are.
///
/// A prompt changes the terminal's settings; ``leave()`` restores them. Both may be called in any order, from any
/// thread, and repeatedly. While another program uses the terminal, both do nothing.
public final class TerminalDevice: Sendable {
    /// The purpose of the terminal.
    package enum Use: Sendable {
        /// Frames on the whole screen.
        case screen
        /// A question on the line of the cursor.
        case prompt

        var enterSequence: String { self == .screen ? Sequences.enterScreen : "" }
        var leaveSequence: String { self == .screen ? Sequences.leaveScreen : "" }
    }

    private struct State: Sendable {
        var isLent = false
        /// The previous settings, and the use.
        var entered: (settings: Settings, use: Use)?
        /// The use before ``TerminalDevice/suspend()``.
        var suspended: Use?
        /// The text of ``TerminalDevice/show(line:)``, until the line ends.
        var line = ""
    }

    /// Proof for `@unchecked Sendable`: a plain value of numbers, which some platforms do not declare `Sendable`.
    private struct Settings: @unchecked Sendable {
        let termios: termios
    }

    let descriptor: Int32
    private let state = LockedValue(State())

    /// Opens the controlling terminal. Throws ``TerminalError/noTerminal`` if there is none.
    public convenience init() throws(TerminalError) { try self.init(path: "/dev/tty") }

    /// Opens the terminal at a path.
    ///
    /// - Parameter path: The terminal's file; tests pass another terminal.
    package init(path: String) throws(TerminalError) {
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

    /// Whether standard input and output are a terminal that supports more than printing.
    package static func isInteractive(environment: [String: String]) -> Bool {
        let terminal = environment["TERM"] ?? ""
        return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !terminal.isEmpty && terminal != "dumb"
    }

    /// The window's size, or 80×24 if the terminal does not report it.
    package var size: TerminalSize {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return .standard
        }
        return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Whether ``enter(_:)`` is in effect.
    package var isEntered: Bool { state.withLock { $0.entered != nil } }

    /// Configures the terminal to deliver keys as they are typed, and clears the screen. Does nothing if the terminal
    /// is already entered or lent.
    ///
    /// Throws ``TerminalError/inBackground`` if another job owns the terminal; try again after the next SIGCONT.
    package func enter(_ use: Use = .screen) throws(TerminalError) {
        try state.withLock { state throws(TerminalError) in
            guard !state.isLent, state.entered == nil else { return }
            // It would stop the process (SIGTTOU), including the thread that handles SIGCONT.
            guard isForeground else { throw .inBackground }
            let former = try TerminalMode.read(descriptor)
            EmergencyRestore.arm(descriptor: descriptor, settings: former, leaveSequence: use.leaveSequence)
            do throws(TerminalError) {
                try TerminalMode.apply(TerminalMode.raw(former), to: descriptor, TCSADRAIN)
            } catch {
                EmergencyRestore.disarm()
                throw error
            }
            state.entered = (Settings(termios: former), use)
            send(use.enterSequence)
        }
    }

    /// Restores the terminal. Does nothing if it is not entered, or lent.
    public func leave() {
        state.withLock { state in
            restore(&state)
            (state.suspended, state.line) = (nil, "")
        }
    }

    /// Restores the terminal because the process is about to stop.
    public func suspend() {
        state.withLock { state in
            let use = state.entered?.use
            restore(&state)
            state.suspended = use
        }
    }

    /// Restores the mode and the line that the terminal had before ``suspend()``, if any.
    public func resume() throws(TerminalError) {
        guard let use = state.withLock({ $0.suspended }) else { return }
        try enter(use)
        state.withLock { state in
            state.suspended = nil
            draw(state)
        }
    }

    /// Shows the text on the cursor's line, instead of the previous text. The text must fit the line.
    func show(line: String) {
        state.withLock { state in
            state.line = line
            if state.entered != nil { draw(state) }
        }
    }

    /// Ends the line that ``show(line:)`` began.
    func endLine() {
        state.withLock { state in
            if !state.line.isEmpty { send("\r\n") }
            state.line = ""
        }
    }

    private func draw(_ state: State) {
        if !state.line.isEmpty { send("\r\(state.line)\(Sequences.eraseRestOfLine)") }
    }

    private func restore(_ state: inout State) {
        guard !state.isLent, let entered = state.entered else { return }
        state.entered = nil
        // The foreground job has its own settings, and applying ours would stop this process.
        if isForeground {
            if !state.line.isEmpty { send("\r\n") }
            send(entered.use.leaveSequence)
            // TCSAFLUSH: typed input that was not read, such as digits of a passcode, must not reach the shell.
            try? TerminalMode.apply(entered.settings.termios, to: descriptor, TCSAFLUSH)
        }
        EmergencyRestore.disarm()
    }

    /// Restores the terminal for another program, until ``reclaim()``. Meanwhile ``enter(_:)`` and ``leave()``, for
    /// example because of Ctrl-Z, change nothing.
    package func lend() {
        leave()
        state.withLock { $0.isLent = true }
    }

    /// Ends ``lend()``, without entering the terminal.
    package func reclaim() { state.withLock { $0.isLent = false } }

    /// Writes all of the bytes. A closed terminal is not an error: SIGHUP reports that.
    package func write(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { writeAll($0, to: descriptor) } }

    /// Whether this process may change the terminal without being stopped. A terminal that is not the controlling one,
    /// as in tests, has no foreground.
    private var isForeground: Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }

    private func send(_ text: String) { write(Array(text.utf8)) }
}
