internal import Foundation

/// The app's folders, by the XDG Base Directory Specification:
/// <https://specifications.freedesktop.org/basedir-spec/latest/>.
///
/// "All paths set in these environment variables must be absolute. If an implementation encounters a relative path in
/// any of these variables it should consider the path invalid and ignore it."
struct Directories: Equatable, Sendable {
    private static let name = "latchkey"

    /// The folder of settings: `$XDG_CONFIG_HOME/latchkey`, or `~/.config/latchkey`.
    let configuration: URL
    /// The folder of notes and secrets: `$XDG_DATA_HOME/latchkey`, or `~/.local/share/latchkey`.
    let data: URL
    /// The folder of data in memory until logout: `$XDG_RUNTIME_DIR/latchkey`, or nil if that is not set.
    let runtime: URL?

    /// Creates nothing. Throws ``DirectoryError/noHome`` if the environment names no home.
    init(environment: [String: String]) throws(DirectoryError) {
        func absolute(_ variable: String) -> URL? {
            guard let path = environment[variable], path.hasPrefix("/") else { return nil }
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        let home = absolute("HOME")
        func folder(_ variable: String, _ standard: String) throws(DirectoryError) -> URL {
            if let directory = absolute(variable) { return directory.appendingPathComponent(Self.name) }
            guard let home else { throw .noHome }
            return home.appendingPathComponent(standard).appendingPathComponent(Self.name)
        }
        configuration = try folder("XDG_CONFIG_HOME", ".config")
        data = try folder("XDG_DATA_HOME", ".local/share")
        runtime = absolute("XDG_RUNTIME_DIR")?.appendingPathComponent(Self.name)
    }

    /// Creates the folder with mode 0700, and missing parents, as specified.
    ///
    /// An existing folder must belong to this user and be closed to all others. An open folder is rejected, not
    /// repaired: others may have read or changed its contents, which only its owner can know.
    static func prepare(_ directory: URL) throws(DirectoryError) {
        let path = directory.path
        try create(path)
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ENOTDIR ? .notADirectory(path) : .systemError(path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .systemError(path, errno) }
        guard status.st_uid == geteuid() else { throw .foreign(path) }
        guard status.st_mode & 0o077 == 0 else { throw .open(path) }
    }

    private static func create(_ path: String) throws(DirectoryError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let parent = (path as NSString).deletingLastPathComponent
        guard errno == ENOENT, parent != path, !parent.isEmpty else { throw .systemError(path, errno) }
        try create(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .systemError(path, errno) }
    }
}

/// The reason that a folder cannot be used.
enum DirectoryError: Error, Hashable, Sendable {
    /// The environment names no home.
    case noHome
    /// The path is not a folder.
    case notADirectory(String)
    /// The folder belongs to another user.
    case foreign(String)
    /// Other users have access to it.
    case open(String)
    /// A system call failed with this `errno`.
    case systemError(String, Int32)
}
