/// The reason why a text is not an address. No case contains a part of the text that could be a password.
package enum PostgresAddressError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not a URL that libpq can parse.
    case malformed
    /// The role, the database or the host is missing.
    case incomplete(String)
    /// The URL contains the password, which logs and process lists would show.
    case holdsPassword
    /// A parameter that cannot be set.
    case unknownParameter(String)
    /// An invalid port, or a number of ports that differs from the number of hosts.
    case badPort
    /// No encryption or verification of the server, except on the loopback interface.
    case unencrypted

    package var description: String {
        switch self {
        case .malformed: "not of the form postgres://USER@HOST1,HOST2/DATABASE"
        case .incomplete(let part): "without \(part)"
        case .holdsPassword: "with a password in it, which has a setting of its own"
        case .unknownParameter(let name): "with the parameter \(name), which cannot be set"
        case .badPort: "with a port that is none"
        case .unencrypted: "with an sslmode that does not verify the server"
        }
    }
}
