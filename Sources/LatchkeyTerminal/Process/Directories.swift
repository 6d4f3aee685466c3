internal import Foundation

/// The app's folders by the XDG Base Directory Specification
/// (<https://specifications.freedesktop.org/basedir-spec/latest/>), each for its owner only.
struct Directories: Sendable {
    /// Why a folder cannot be used.
    enum Failure: Error, Equatable, CustomStringConvertible {
        /// There is no home, and no variable that names a folder.
        case noHome
        /// The folder cannot be made or read, with the system's number for it.
        case unusable(path: String, code: Int32)
        /// It belongs to somebody else, or is no folder.
        case foreign(path: String)

        var description: String {
            switch self {
            case .noHome: "HOME is not set."
            case .unusable(let path, let code): "\(path): \(String(cString: strerror(code)))"
            case .foreign(let path): "\(path) is not a folder of yours."
            }
        }
    }

    /// Settings.
    let config: URL
    /// What must not be lost.
    let data: URL
    /// What does not outlive the login, or nil where the system has no such place.
    let runtime: URL?

    /// Makes the folders that are missing.
    ///
    /// Relative paths in the variables are ignored, as the specification asks.
    init(environment: [String: String]) throws(Failure) {
        config = try Self.folder("XDG_CONFIG_HOME", ".config", environment)
        data = try Self.folder("XDG_DATA_HOME", ".local/share", environment)
        // Made by whoever uses it: not every command does.
        runtime = Self.absolute("XDG_RUNTIME_DIR", environment).map { $0.appending(path: "latchkey") }
    }

    /// A folder in `data`.
    func dataFolder(named name: String) throws(Failure) -> URL {
        let folder = data.appending(path: name)
        try Self.make(folder)
        return folder
    }

    /// Makes the folder with mode 0700, or sees to it that the one that is there is as good: one that others can read is
    /// closed to them, since nothing in it is theirs.
    static func make(_ folder: URL) throws(Failure) {
        let path = folder.path
        if mkdir(path, 0o700) == 0 { return }
        guard errno == EEXIST else { throw .unusable(path: path, code: errno) }
        var status = stat()
        // lstat: a link could lead to a folder of the same person that is meant for others.
        guard lstat(path, &status) == 0 else { throw .unusable(path: path, code: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else { throw .foreign(path: path) }
        guard status.st_mode & 0o077 != 0 else { return }
        guard chmod(path, 0o700) == 0 else { throw .unusable(path: path, code: errno) }
    }

    private static func folder(
        _ variable: String, _ standard: String, _ environment: [String: String]
    ) throws(Failure) -> URL {
        let base: URL
        if let url = absolute(variable, environment) {
            base = url
        } else if let home = absolute("HOME", environment) {
            base = home.appending(path: standard)
        } else {
            throw .noHome
        }
        do {
            // Above the app's own: "created with mode 0700" if it is missing.
            try FileManager.default.createDirectory(
                at: base, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unusable(path: base.path, code: ENOENT)
        }
        let folder = base.appending(path: "latchkey")
        try make(folder)
        return folder
    }

    private static func absolute(_ variable: String, _ environment: [String: String]) -> URL? {
        guard let path = environment[variable], path.hasPrefix("/") else { return nil }
        return URL(filePath: path, directoryHint: .isDirectory)
    }
}
