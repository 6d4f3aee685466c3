internal import Foundation
internal import LatchkeyCore

/// The terminal that this process was started from, wherever its input and output go.
///
/// A prompt changes its settings and ``leave()`` restores them. Both may be called in any order, from any thread and
/// any number of times. While the terminal is lent to another program, both do nothing.
public final class TerminalDevice: Sendable {
    /// What the terminal is used for.
    package enum Use: Sendable {
        /// Frames, on the whole screen.
        case screen
        /// A question on the line where the cursor is.
        case prompt

        var enterSequence: String { self == .screen ? Sequences.enterScreen : "" }
        var leaveSequence: String { self == .screen ? Sequences.leaveScreen : "" }
    }

    private struct State: Sendable {
        var isLent = false
        /// The settings before, and the use.
        var entered: (settings: Settings, use: Use)?
        /// The use before ``TerminalDevice/suspend()``.
        var suspended: Use?
        /// The text of ``TerminalDevice/show(line:)``, until the line is ended.
        var line = ""
    }

    /// Proof for `@unchecked Sendable`: a plain value of numbers, which some platforms do not declare as such.
    private struct Settings: @unchecked Sendable {
        let termios: termios
    }

    let descriptor: Int32
    private let state = LockedValue(State())

    /// Opens the controlling terminal. Throws ``TerminalError/noTerminal`` without one.
    public convenience init() throws(TerminalError) { try self.init(path: "/dev/tty") }

    /// - Parameter path: Lets a test use a terminal of its own.
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

    /// Whether standard input and output are a terminal that can do more than print.
    package static func isInteractive(environment: [String: String]) -> Bool {
        let terminal = environment["TERM"] ?? ""
        return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !terminal.isEmpty && terminal != "dumb"
    }

    /// The window's size, or 80×24 where the terminal does not tell.
    package var size: TerminalSize {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return .standard
        }
        return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Whether ``enter(_:)`` has taken the terminal.
    package var isEntered: Bool { state.withLock { $0.entered != nil } }

    /// Takes the terminal: keys are delivered as they are typed, and the screen is clear. Does nothing when the
    /// terminal is taken already, or lent.
    ///
    /// Throws ``TerminalError/inBackground`` when another job has the terminal; try again after the next SIGCONT.
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

    /// Restores the terminal. Does nothing when it is not taken, or lent.
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

    /// Takes the terminal again for its use before ``suspend()``, if any, and shows the line again.
    public func resume() throws(TerminalError) {
        guard let use = state.withLock({ $0.suspended }) else { return }
        try enter(use)
        state.withLock { state in
            state.suspended = nil
            draw(state)
        }
    }

    /// Shows the text on the line where the cursor is, instead of the text shown before. The text must fit the line.
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
        // The job in the foreground has its own settings, and applying ours would stop this process.
        if isForeground {
            if !state.line.isEmpty { send("\r\n") }
            send(entered.use.leaveSequence)
            // TCSAFLUSH: what was typed and not read, digits of a passcode perhaps, must not go to the shell.
            try? TerminalMode.apply(entered.settings.termios, to: descriptor, TCSAFLUSH)
        }
        EmergencyRestore.disarm()
    }

    /// Restores the terminal for another program, until ``reclaim()``. Calls of ``enter(_:)`` and ``leave()``
    /// meanwhile, because of Ctrl-Z for instance, change nothing.
    package func lend() {
        leave()
        state.withLock { $0.isLent = true }
    }

    /// Ends ``lend()``. Does not take the terminal.
    package func reclaim() { state.withLock { $0.isLent = false } }

    /// Writes all of the bytes. A terminal that is gone is not an error: SIGHUP reports that.
    package func write(_ bytes: [UInt8]) {
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

    /// Whether this process may change the terminal without being stopped. A terminal that is not the controlling one,
    /// as in a test, has no foreground.
    private var isForeground: Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }

    private func send(_ text: String) { write(Array(text.utf8)) }
}
