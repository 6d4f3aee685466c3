#if os(Linux)
internal import Foundation

/// What the systems call differently.
enum LoopbackSocket {
    static let stream = Int32(SOCK_STREAM.rawValue)
    /// No SIGPIPE on a connection that the browser has closed.
    static let flags = Int32(MSG_NOSIGNAL)

    /// Bounds how long reading and writing wait.
    static func prepare(_ connection: Int32, seconds: Int) {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(connection, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }
}
#endif
