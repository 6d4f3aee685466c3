internal import CProcess
internal import Foundation

/// The terminal's input settings: termios(3).
enum TerminalMode {
    /// Returns the settings that deliver each key as it is typed, without echo.
    ///
    /// Ctrl-Z still stops the process (ISIG with VSUSP). Ctrl-C, Ctrl-\, Ctrl-S and Ctrl-Q are keys. A read waits for
    /// one byte, which the caller polls for first. With VMIN 0, a shell that finds the terminal in this state after
    /// `kill -9` would exit: an empty read is the end of its input.
    static func raw(_ settings: termios) -> termios {
        var raw = settings
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON | IXOFF)
        raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
        raw.c_lflag |= tcflag_t(ISIG)
        raw.c_cflag &= ~tcflag_t(CSIZE | PARENB)
        raw.c_cflag |= tcflag_t(CS8)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            for index in [VINTR, VQUIT] { characters[Int(index)] = cprocess_disabled_key() }
            (characters[Int(VMIN)], characters[Int(VTIME)]) = (1, 0)
        }
        return raw
    }

    static func read(_ descriptor: Int32) throws(TerminalError) -> termios {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { throw .systemError(errno) }
        return settings
    }

    static func apply(_ settings: termios, to descriptor: Int32, _ action: Int32) throws(TerminalError) {
        var settings = settings
        while tcsetattr(descriptor, action, &settings) != 0 {
            guard errno == EINTR else { throw .systemError(errno) }
        }
    }
}
