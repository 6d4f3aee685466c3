/// The reason why a text is not an address. No case contains a part of the text that could be a password.
package enum PostgresAddressError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not a URL that libpq can parse.
    case malformed
    /// The role, the database or the host is missing.
    case incomplete(String)
    /// The URL contains the password, which logs and process lists would show.
    case containsPassword
    /// A parameter that cannot be set.
    case unknownParameter(String)
    /// An invalid port, or a number of ports that differs from the number of hosts.
    case badPort
    /// No encryption or verification of the server, except on the loopback interface.
    case unencrypted

    package var description: String {
        switch self {
        case .malformed: "not of the form postgres://USER@HOST1,HOST2/DATABASE"
        case .incomplete(let part): "invalid: it has no \(part)"
        case .containsPassword: "invalid: it contains a password; set LATCHKEY_DATABASE_PASSWORD instead"
        case .unknownParameter(let name): "invalid: the parameter \(name) cannot be set; remove it"
        case .badPort: "invalid: a port is not a number from 1 to 65535, or has no host"
        case .unencrypted: "invalid: sslmode must be verify-full, except on the loopback interface"
        }
    }
}
