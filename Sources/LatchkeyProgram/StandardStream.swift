internal import Foundation

/// A program's standard output or standard error. A failed write does not end the process.
///
/// `print`, `fputs` and `FileHandle.write(_:)` ignore an error or end the process; `scripts/check sources` rejects
/// them.
public enum StandardStream: Int32, Sendable {
    case output = 1
    case errors = 2

    /// Prepares the process. Call it first in `main`.
    ///
    /// Writing to a pipe without a reader then returns an error instead of raising SIGPIPE. A standard descriptor that
    /// the parent process closed is opened, so that no database or connection gets its number. Reading or writing it
    /// still fails.
    public static func prepare() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
        // Not SIG_IGN: an editor that this process starts would inherit it.
        signal(SIGPIPE) { _ in }
    }

    /// Writes the text, followed by a line end if it has none.
    ///
    /// - Throws: ``StandardStreamError``, for example when a disk is full: a script must not read half of a result.
    public func write(_ text: String) throws(StandardStreamError) {
        var rest = Array((text.hasSuffix("\n") ? text : text + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(rawValue, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process that shares the terminal or pipe has made it non-blocking.
                var poller = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = poll(&poller, 1, -1)
            } else if errno != EINTR {
                throw StandardStreamError(stream: self, reason: errno)
            }
        }
    }

    /// Writes a message to standard error. If that fails, the message is dropped: there is no other place to report it.
    public static func report(_ message: String) { try? errors.write(message) }
}
