import Foundation

/// A PostgreSQL server with its own directory, on a free loopback port and without a Unix socket. It ends with this
/// object, or with the test process.
final class TestCluster: Sendable {
    /// A disk in memory, mounted for this server while it runs.
    struct Disk: Sendable {
        let path: String
        /// In MiB.
        let size: Int

        fileprivate var mount: [String] {
            let owner = PostgresPrograms.user.map { "uid=\($0)," } ?? ""
            let script = "mount -t tmpfs -o \(owner)mode=700,size=\(size)m tmpfs \(path) && exec \"$@\""
            return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, "sh"]
        }
    }

    let port: UInt16
    private let folder: TemporaryFolder
    private let process: Shared<SupervisedProcess?>
    private let disk: Disk?

    /// The result of `initdb`, created once.
    private static let template = Result {
        let folder = try TemporaryFolder()
        try Command.run(
            PostgresPrograms.asUser([
                PostgresPrograms.path("initdb"), "-D", folder.path + "/data", "-U", "latchkey", "--auth=trust",
                "--no-sync", "-E", "UTF8", "--locale=C", "--no-instructions",
            ]))
        return folder
    }

    /// - Parameters:
    ///   - settings: Lines of `postgresql.conf`.
    ///   - access: Lines of `pg_hba.conf`, before the one that trusts everyone.
    init(
        _ settings: [String] = [], access: [String] = [], disk: Disk? = nil,
        prepare: (_ data: String) throws -> Void = { _ in }
    ) throws {
        self.disk = disk
        let template = try Self.template.get()
        folder = try TemporaryFolder()
        port = try FreePort.find()
        process = Shared(nil)
        let data = folder.path + "/data"
        try Command.run(PostgresPrograms.asUser(["/bin/cp", "-a", template.path + "/data", data]))
        let lines = [
            "port = \(port)", "listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", "fsync = off",
            "shared_buffers = 16MB", "wal_retrieve_retry_interval = '100ms'",
            "autovacuum = off",
        ]
        try append(lines + settings, to: data + "/postgresql.conf")
        let trust = ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
        try (access + trust).joined(separator: "\n").appending("\n").write(
            toFile: data + "/pg_hba.conf", atomically: false, encoding: .utf8)
        try prepare(data)
        try start()
    }

    deinit { stop() }

    var data: String { folder.path + "/data" }

    /// Waits until it accepts connections.
    func start() throws {
        let started = try SupervisedProcess(
            [PostgresPrograms.path("postgres"), "-D", data], by: disk?.mount ?? [], log: folder.path + "/log")
        process.change { $0 = started }
        try started.wait { try query("SELECT 1") }
    }

    /// Ends the server like a crash.
    func stop() {
        process.change { process in
            process?.end()
            process = nil
        }
    }

    func kill(_ signal: Int32) { process.value?.signal(signal) }

    /// Stops the checkpointer during the work. Settings changed meanwhile are read by all, but do not change whether
    /// commits wait.
    func withoutCheckpointer<Value>(_ work: () async throws -> Value) async throws -> Value {
        let text = try query("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'")
        guard let checkpointer = pid_t(text) else {
            throw Command.Failure(command: ["postgres"], output: "no checkpointer: \(text)")
        }
        Foundation.kill(checkpointer, SIGSTOP)
        // A stopped checkpointer does not notice the end of its server.
        defer { Foundation.kill(checkpointer, SIGCONT) }
        return try await work()
    }

    /// Runs SQL as the superuser in the first database, and returns psql's output.
    @discardableResult
    func query(_ sql: String, database: String = "postgres") throws -> String {
        try Command.run(
            [
                PostgresPrograms.path("psql"), "-X", "-h", "127.0.0.1", "-p", "\(port)", "-U", "latchkey", "-d",
                database,
                "-v", "ON_ERROR_STOP=1", "-Atq", "-c", sql,
            ], environment: ["PGCONNECT_TIMEOUT": "5"])
    }

    func url(database: String = "postgres", user: String = "latchkey", port: UInt16? = nil) -> String {
        "postgres://\(user)@127.0.0.1:\(port ?? self.port)/\(database)"
    }

    private func append(_ lines: [String], to file: String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8) + "\n" + lines.joined(separator: "\n") + "\n"
        try text.write(toFile: file, atomically: false, encoding: .utf8)
    }
}
