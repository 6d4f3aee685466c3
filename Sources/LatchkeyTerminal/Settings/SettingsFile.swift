internal import Foundation

/// The settings that the app stores for its next start. Users may edit the file.
struct SettingsFile: Codable, Equatable {
    /// The server's address.
    var server: String?
    /// The storage of a new server's secrets: `keyring` or `file`.
    var storage: String?

    /// Reads the file. Returns empty settings if it is missing.
    static func load(from file: URL) throws(ServerSetting.Failure) -> SettingsFile {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch CocoaError.fileReadNoSuchFile {
            return SettingsFile()
        } catch {
            throw .unreadable(path: file.path)
        }
        do { return try JSONDecoder().decode(SettingsFile.self, from: data) } catch {
            throw .unreadable(path: file.path)
        }
    }

    /// Replaces the file atomically, with mode 0600 whatever the umask.
    func save(to file: URL) throws {
        let new = file.appendingPathExtension("new")
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard
            FileManager.default.createFile(
                atPath: new.path, contents: try JSONEncoder().encode(self), attributes: attributes),
            rename(new.path, file.path) == 0
        else { throw CocoaError(.fileWriteUnknown) }
    }
}
