#if canImport(Darwin)
internal import Darwin

/// The socket calls of ``LoopbackListener`` that differ between systems.
enum LoopbackSocket {
    static let stream = SOCK_STREAM
    static let flags: Int32 = 0

    /// Sets timeouts for reading and writing, and prevents SIGPIPE on a connection that the browser has closed. An
    /// accepted connection inherits non-blocking mode from the listener, so that is reset.
    static func prepare(_ connection: Int32, seconds: Int) {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        _ = fcntl(connection, F_SETFL, 0)
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(connection, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        var on: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Whether the other end of the connection is a socket of this user: unknown here, and so assumed.
    static func isOwn(_ connection: Int32) -> Bool { true }
}
#endif
