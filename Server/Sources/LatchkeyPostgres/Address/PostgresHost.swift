/// A host of a ``PostgresAddress``, with its port.
package struct PostgresHost: Sendable, Equatable, CustomStringConvertible {
    /// A name, a numeric address, or the directory of a Unix socket.
    package let name: String
    package let port: UInt16

    package var description: String { name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)" }

    /// Whether the host is a Unix socket: a path, or an abstract name after an at sign
    /// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNECT-HOST).
    var isSocket: Bool { name.hasPrefix("/") || name.hasPrefix("@") }

    /// Whether traffic stays on this machine.
    var isLocal: Bool { isSocket || name == "localhost" || Self.isLoopback(name) }

    /// Whether a numeric address is in 127.0.0.0/8 or is ::1 (RFC 6890).
    static func isLoopback(_ numeric: String) -> Bool {
        if numeric == "::1" { return true }
        let parts = numeric.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
