import Foundation

/// PgBouncer with transaction pooling, in front of a server.
final class TestPooler: Sendable {
    /// `LATCHKEY_PGBOUNCER` overrides the system's program.
    static let program: String? = {
        if let named = ProcessInfo.processInfo.environment["LATCHKEY_PGBOUNCER"] { return named }
        return ["/usr/sbin/pgbouncer", "/opt/homebrew/bin/pgbouncer"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }()

    let port: UInt16
    private let folder: TemporaryFolder
    private let process: SupervisedProcess

    /// - Parameters:
    ///   - connections: Number of connections to the server.
    ///   - settings: Further lines of `pgbouncer.ini`.
    init(to server: UInt16, connections: Int, _ settings: [String] = []) throws {
        folder = try TemporaryFolder()
        port = try FreePort.find()
        let file = folder.path + "/pgbouncer.ini"
        try "\"latchkey\" \"\"\n".write(toFile: folder.path + "/users", atomically: false, encoding: .utf8)
        try """
        [databases]
        * = host=127.0.0.1 port=\(server)
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = \(port)
        unix_socket_dir =
        auth_type = trust
        auth_file = \(folder.path)/users
        pool_mode = transaction
        default_pool_size = \(connections)
        \(settings.joined(separator: "\n"))
        """.write(toFile: file, atomically: false, encoding: .utf8)
        process = try SupervisedProcess([Self.program ?? "", file], log: folder.path + "/log")
        try process.wait { try Command.run([PostgresPrograms.path("pg_isready"), "-h", "127.0.0.1", "-p", "\(port)"]) }
    }
}
