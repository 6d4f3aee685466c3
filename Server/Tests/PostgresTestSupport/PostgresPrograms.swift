import Foundation

/// The paths of PostgreSQL's programs.
enum PostgresPrograms {
    /// The directory of `postgres` and `initdb`; nil if not installed. `LATCHKEY_POSTGRES_BIN` overrides it.
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

    /// The user that runs PostgreSQL if the tests run as root, which it does not allow; nil otherwise.
    static let user: String? = {
        guard geteuid() == 0 else { return nil }
        return getpwnam("postgres") == nil ? "nobody" : "postgres"
    }()

    /// Returns the command, run as another user if necessary.
    static func asUser(_ command: [String]) -> [String] {
        guard let user else { return command }
        return ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(group(of: user))", "--clear-groups"] + command
    }

    private static func group(of user: String) -> gid_t { getpwnam(user)?.pointee.pw_gid ?? 65534 }
}
