internal import Crypto
internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyBiometrics
internal import LatchkeyLock
internal import LatchkeySecureStorage
internal import LatchkeySession
internal import LatchkeySQLite

/// Where everything of one server is kept, and what opens it: the composition root.
///
/// Each server has a folder of its own, so that no server is ever shown what belongs to another.
struct Place: Sendable {
    let texts: TerminalTexts
    let server: ServerURL
    let directories: Directories
    let folder: URL
    let storage: FileSecureStorage
    let vault: Vault
    let auth: AuthService

    /// Creates the folders if need be. Opens nothing.
    init(
        server flag: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        texts = .preferred(in: environment)
        directories = try Directories(environment: environment)
        server = try ServerSetting.load(flag: flag, environment: environment, file: Self.settings(in: directories))
        folder = directories.data.appending(path: Self.name(of: server))
        for directory in [directories.configuration, directories.data, folder] { try Directories.prepare(directory) }
        storage = try FileSecureStorage(
            directory: folder.appending(path: "secrets"), key: .file(folder.appending(path: "key")))
        vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
                policy: .destroySlots))
        auth = AuthService(
            api: LatchkeyClient(server: server, transport: URLSessionTransport()), storage: storage, vault: vault,
            turns: FileSessionTurns(file: folder.appending(path: "session.lock")))
    }

    /// Names this place among all on the machine, and tells nothing about it.
    var owner: String {
        SHA256.hash(data: Data(folder.path.utf8)).prefix(8).map { String(UInt16($0) | 0x100, radix: 16).suffix(2) }
            .joined()
    }

    var serverName: String { server.url.absoluteString }

    /// Keeps the server for the next start.
    func rememberServer() throws { try ServerSetting.save(server, to: Self.settings(in: directories)) }

    /// The notes' file.
    func records() throws -> SQLitePersistence { try SQLitePersistence(url: folder.appending(path: "notes.sqlite")) }

    private static func settings(in directories: Directories) -> URL {
        directories.configuration.appending(path: "config.json")
    }

    /// One folder's name for one address: everything but letters, digits, dots and hyphens is escaped.
    private static func name(of server: ServerURL) -> String {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789.-")
        return server.url.absoluteString.lowercased().addingPercentEncoding(withAllowedCharacters: allowed) ?? "server"
    }
}
