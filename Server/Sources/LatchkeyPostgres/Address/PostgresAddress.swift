/// The address and transport security of a database: `postgres://USER@HOST1,HOST2:PORT/DATABASE?sslrootcert=FILE`.
///
/// - The hosts are tried in order, until one accepts writes.
/// - The connection is encrypted, the server's certificate is verified for its name, and the password is bound to it
///   (`sslmode=verify-full`, `channel_binding=require`). On the loopback interface, only `sslmode=verify-full` requires
///   that.
/// - The parameters are `sslmode`, `sslrootcert`, `sslcrl`, and `sslcert` and `sslkey` for a client certificate
///   (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PARAMKEYWORDS).
///
/// Redacts the password.
package struct PostgresAddress: Sendable, CustomStringConvertible {
    /// The hosts to try, in order; not empty.
    package private(set) var hosts: [PostgresHost]
    package let user: String
    package let database: String
    /// Whether the connection is encrypted and the server verified.
    package let isEncrypted: Bool
    let password: PostgresPassword?
    package var hasPassword: Bool { password != nil }
    /// Certificate files, by libpq's names.
    let certificates: [String: String]

    private static let certificateKeys: Set<String> = ["sslrootcert", "sslcrl", "sslcert", "sslkey"]
    private static let keys = certificateKeys.union(["host", "port", "user", "dbname", "sslmode"])

    /// Parses an address. Throws ``PostgresAddressError`` for an invalid one.
    ///
    /// - Parameters:
    ///   - url: The address, without a password.
    ///   - password: Nil if the server requires none.
    package init(url: String, password: PostgresPassword?) throws(PostgresAddressError) {
        let values = try Self.parameters(of: url)
        if values["password"] != nil { throw .containsPassword }
        if let other = values.keys.sorted().first(where: { !Self.keys.contains($0) }) {
            throw .unknownParameter(other)
        }
        user = try Self.part("user", "role", of: values)
        database = try Self.part("dbname", "database", of: values)
        hosts = try Self.hosts(Self.part("host", "host", of: values), ports: values["port"] ?? "")
        switch values["sslmode"] {
        case "verify-full": isEncrypted = true
        case nil: isEncrypted = !hosts.allSatisfy(\.isLocal)
        case "disable" where hosts.allSatisfy(\.isLocal): isEncrypted = false
        default: throw .unencrypted
        }
        self.password = password
        certificates = values.filter { Self.certificateKeys.contains($0.key) }
    }

    package var description: String {
        "\(user)@\(hosts.map(\.description).joined(separator: ","))/\(database)"
    }

    /// Returns the address with the hosts rotated, so that this one is first.
    package func preferring(_ host: PostgresHost) -> PostgresAddress {
        guard let index = hosts.firstIndex(of: host) else { return self }
        var address = self
        address.hosts = Array(hosts[index...] + hosts[..<index])
        return address
    }

    /// Returns the address with only this host.
    package func only(_ host: PostgresHost) -> PostgresAddress {
        var address = self
        address.hosts = [host]
        return address
    }

    private static func part(
        _ key: String, _ name: String, of values: [String: String]
    ) throws(PostgresAddressError) -> String {
        guard let value = values[key], !value.isEmpty else { throw .incomplete(name) }
        return value
    }

    /// Pairs hosts with ports. One port applies to all hosts; an empty one is the default, 5432.
    private static func hosts(_ names: String, ports: String) throws(PostgresAddressError) -> [PostgresHost] {
        let names = names.split(separator: ",", omittingEmptySubsequences: false)
        var texts = ports.split(separator: ",", omittingEmptySubsequences: false)
        if texts.isEmpty { texts = [""] }
        if texts.count == 1 { texts = Array(repeating: texts[0], count: names.count) }
        guard texts.count == names.count else { throw .badPort }
        var hosts: [PostgresHost] = []
        for (name, text) in zip(names, texts) {
            guard !name.isEmpty else { throw .incomplete("host") }
            guard let port = text.isEmpty ? 5432 : UInt16(text), port > 0 else { throw .badPort }
            hosts.append(PostgresHost(name: String(name), port: port))
        }
        return hosts
    }
}
