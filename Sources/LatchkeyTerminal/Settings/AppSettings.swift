internal import Foundation
internal import LatchkeyAPI

/// The settings of this process, from the command line, the environment and the settings file.
struct AppSettings: Sendable {
    let directories: Directories
    let server: ServerURL
    /// The storage of secrets, if the user has chosen one.
    let storage: StorageSetting?
    /// The folder of the server's data.
    let folder: ServerFolder

    /// Reads the settings, and creates nothing.
    ///
    /// - Parameter flag: The server's address from the command line.
    init(server flag: String?, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        directories = try Directories(environment: environment)
        let file = Self.file(in: directories)
        server = try ServerSetting.load(flag: flag, environment: environment, file: file)
        storage = try StorageSetting.load(environment: environment, file: file)
        folder = ServerFolder(of: server, in: directories.data)
    }

    var file: URL { Self.file(in: directories) }
    var serverName: String { server.url.absoluteString }

    /// Creates the missing folders.
    func prepareFolders() throws {
        for folder in [directories.configuration, directories.data, folder.url] { try Directories.prepare(folder) }
    }

    /// Stores the server for the next start.
    func saveServer() throws { try ServerSetting.save(server, to: file) }

    private static func file(in directories: Directories) -> URL {
        directories.configuration.appending(path: "config.json")
    }
}
