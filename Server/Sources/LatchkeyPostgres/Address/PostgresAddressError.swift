/// Why a text is no address. None of the cases holds a part of the text that could be a password.
package enum PostgresAddressError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is no URL that libpq reads.
    case malformed
    /// It names no role, no database or no host.
    case incomplete(String)
    /// The password is in it, where logs and process lists would show it.
    case holdsPassword
    /// A parameter that is none of those an operator chooses.
    case unknownParameter(String)
    /// A port that is none, or as many ports as there are no hosts.
    case badPort
    /// It asks for less than an encrypted connection to a verified server, off the loopback.
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
