#if os(Linux)
internal import Foundation

/// The socket calls of ``LoopbackListener`` that differ between systems.
enum LoopbackSocket {
    static let stream = Int32(SOCK_STREAM.rawValue)
    /// The flags of a write, which prevent SIGPIPE on a connection that the browser has closed.
    static let flags = Int32(MSG_NOSIGNAL)

    /// Sets timeouts for reading and writing.
    static func prepare(_ connection: Int32, seconds: Int) {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(connection, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// Whether the other end of the connection is a socket of this user, by proc_net_tcp(5). False if that is unknown.
    static func isOwn(_ connection: Int32) -> Bool {
        guard let near = end(of: connection, getsockname), let far = end(of: connection, getpeername) else {
            return false
        }
        // A program that also supports IPv6 has the same addresses in the other table, with this prefix.
        return isOwn(far, near, in: "/proc/self/net/tcp", prefix: "")
            || isOwn(far, near, in: "/proc/self/net/tcp6", prefix: "0000000000000000FFFF0000")
    }

    private static func isOwn(_ local: String, _ remote: String, in table: String, prefix: String) -> Bool {
        text(of: table).split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            return fields.count > 7 && fields[1] == prefix + local && fields[2] == prefix + remote
                && uid_t(fields[7]) == geteuid()
        }
    }

    /// Returns the whole table, which the system returns in pieces: Foundation would treat a short piece as the end.
    private static func text(of table: String) -> String {
        let file = open(table, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece.prefix(count)
        }
    }

    /// Returns the address and the port in the table's format.
    private static func end(
        of connection: Int32,
        _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> String? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(connection, $0, &size) }
        }
        guard status == 0 else { return nil }
        return String(format: "%08X:%04X", address.sin_addr.s_addr, Int(UInt16(bigEndian: address.sin_port)))
    }
}
#endif
