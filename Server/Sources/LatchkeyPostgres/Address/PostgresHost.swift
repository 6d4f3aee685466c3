/// A machine of the cluster, as the address names it.
package struct PostgresHost: Sendable, Equatable, CustomStringConvertible {
    /// A name, a numeric address, or the folder of a Unix socket.
    package let name: String
    package let port: UInt16

    package var description: String { name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)" }

    /// A Unix socket: libpq takes what begins with a slash for its folder, and with an at sign for one without a file
    /// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNECT-HOST).
    var isSocket: Bool { name.hasPrefix("/") || name.hasPrefix("@") }

    /// Whether what is said to it stays on this machine.
    var isLocal: Bool { isSocket || name == "localhost" || Self.isLoopback(name) }

    /// Whether the numeric address is one of the loopback interface: 127.0.0.0/8 and ::1 (RFC 6890).
    static func isLoopback(_ numeric: String) -> Bool {
        if numeric == "::1" { return true }
        let parts = numeric.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
