import Foundation

/// Where PostgreSQL's programs are on this machine.
enum PostgresPrograms {
    /// The folder with `postgres` and `initdb`; nil where it is not installed. `LATCHKEY_POSTGRES_BIN` names another.
    static let folder: String? = {
        let debian = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []).compactMap { Int($0) }
        let usual =
            versions.sorted(by: >).map { "\(debian)/\($0)/bin" } + ["/opt/homebrew/opt/postgresql/bin", "/usr/bin"]
        let named = ProcessInfo.processInfo.environment["LATCHKEY_POSTGRES_BIN"]
        return (named.map { [$0] } ?? usual).first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    static var areInstalled: Bool { folder != nil }

    static func path(_ name: String) -> String { (folder ?? "") + "/" + name }

    /// PostgreSQL refuses to run as root. The user that it runs as where the tests do; nil otherwise.
    static let user: String? = {
        guard geteuid() == 0 else { return nil }
        return getpwnam("postgres") == nil ? "nobody" : "postgres"
    }()

    /// The command, as another user where that is needed.
    static func asUser(_ command: [String]) -> [String] {
        guard let user else { return command }
        return ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(group(of: user))", "--clear-groups"] + command
    }

    private static func group(of user: String) -> gid_t { getpwnam(user)?.pointee.pw_gid ?? 65534 }
}
