internal import Foundation

/// A terminal controlled by the test.
public final class PseudoTerminal: Sendable {
    /// The device path, which the app opens.
    public let path: String
    private let master: Int32
    /// Keeps the terminal open between two owners.
    private let holder: Int32

    public init() throws {
        var (master, holder) = (Int32(-1), Int32(-1))
        // Linux's headers hide it in <pty.h>.
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "openpty") else { throw POSIXError(.ENOTTY) }
        typealias OpenPTY =
            @convention(c) (
                UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, OpaquePointer?, OpaquePointer?, OpaquePointer?
            ) -> Int32
        let openpty = unsafeBitCast(symbol, to: OpenPTY.self)
        // Not `ttyname`, whose buffer is shared by all threads.
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&master, &holder, nil, nil, nil) == 0, ttyname_r(holder, &name, name.count) == 0 else {
            throw POSIXError(.ENOTTY)
        }
        for end in [master, holder] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (self.master, self.holder, path) = (
            master, holder, String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        )
        resize(columns: 80, rows: 24)
    }

    deinit {
        close(holder)
        close(master)
    }

    public func resize(columns: Int, rows: Int) {
        var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &window)
    }

    public func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Returns the app's unread output.
    public func output() -> String {
        var text = ""
        var poller = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while poll(&poller, 1, 0) == 1, poller.revents & Int16(POLLIN) != 0 {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(master, &bytes, bytes.count)
            guard count > 0 else { break }
            text += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        return text
    }

    /// The settings as comparable words.
    public var settings: [UInt] {
        var settings = termios()
        tcgetattr(holder, &settings)
        let characters = withUnsafeBytes(of: settings.c_cc) { $0.map(UInt.init) }
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map(UInt.init) + characters
    }

    public var isRaw: Bool {
        var settings = termios()
        tcgetattr(holder, &settings)
        return settings.c_lflag & tcflag_t(ICANON | ECHO) == 0
    }

    /// The number of typed bytes that are not read yet.
    public var unread: Int {
        var count: Int32 = 0
        _ = ioctl(holder, UInt(FIONREAD), &count)
        return Int(count)
    }

    /// Returns the next line, like a shell.
    public func line() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(holder, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
