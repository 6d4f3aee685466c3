internal import Crypto
internal import Foundation
internal import LatchkeyAPI

/// Where everything of one server is kept. Each server has a folder of its own, so that no server is ever shown what
/// belongs to another.
struct ServerFolder: Sendable {
    let texts: TerminalTexts
    let server: ServerURL
    let directories: Directories
    let url: URL
    /// Where the person wants secrets to go.
    let storage: StorageSetting?

    /// Finds the folder and the settings, and creates nothing.
    init(server flag: String?, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        texts = .preferred(in: environment)
        directories = try Directories(environment: environment)
        let settings = Self.settings(in: directories)
        server = try ServerSetting.load(flag: flag, environment: environment, file: settings)
        storage = try StorageSetting.load(environment: environment, file: settings)
        url = directories.data.appending(path: Self.name(of: server))
    }

    /// Creates what is missing.
    func prepare() throws {
        for directory in [directories.configuration, directories.data, url] { try Directories.prepare(directory) }
    }

    var serverName: String { server.url.absoluteString }

    /// The settings' file.
    var settings: URL { Self.settings(in: directories) }

    /// Names this folder among all on the machine, and tells nothing about it.
    var owner: String {
        SHA256.hash(data: Data(url.path.utf8)).prefix(8).map { String(UInt16($0) | 0x100, radix: 16).suffix(2) }
            .joined()
    }

    /// Where secrets in files are.
    var secrets: URL { url.appending(path: "secrets") }

    /// Says, while it is there, that the secrets are in the keyring, and in which.
    var keyringMark: URL { url.appending(path: "keyring") }

    /// Where there are secrets already; nil when nowhere.
    var kept: StorageSetting? {
        if FileManager.default.fileExists(atPath: keyringMark.path) { return .keyring }
        return FileManager.default.fileExists(atPath: secrets.path) ? .file : nil
    }

    private static func settings(in directories: Directories) -> URL {
        directories.configuration.appending(path: "config.json")
    }

    /// One folder's name for one address: everything but letters, digits, dots and hyphens is escaped.
    private static func name(of server: ServerURL) -> String {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789.-")
        return server.url.absoluteString.lowercased().addingPercentEncoding(withAllowedCharacters: allowed) ?? "server"
    }
}
