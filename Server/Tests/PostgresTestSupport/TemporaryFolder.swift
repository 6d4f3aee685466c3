import Foundation

/// A directory of PostgreSQL's user, deleted with this object or after the test process. A shell waits for the end of a
/// pipe whose other end only this process has.
final class TemporaryFolder: Sendable {
    let path: String
    private let remover: SupervisedProcess

    init() throws {
        path = NSTemporaryDirectory() + "/latchkey-postgres-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        if let user = PostgresPrograms.user.flatMap({ getpwnam($0) }) {
            chown(path, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        remover = try SupervisedProcess(["/bin/true"], removing: path, log: nil)
    }

    deinit { remover.end() }
}
