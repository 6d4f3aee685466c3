internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyBiometrics
internal import LatchkeyLock
internal import LatchkeySecureStorage
internal import LatchkeySession
internal import LatchkeySQLite

/// Where everything of one server is kept, and what opens it: the composition root.
struct Place: Sendable {
    let folder: ServerFolder
    let storage: any SecureStorageProtocol
    let vault: Vault
    let auth: AuthService
    let biometrics: any BiometricAuthProtocol

    /// Creates the folders if need be. Opens nothing, except that a locked keyring asks its owner if it may.
    ///
    /// - Parameters:
    ///   - flag: The server's address from the command line.
    ///   - mayAsk: Whether a locked keyring may ask for its password.
    ///   - biometrics: What opens the app in the passcode's place, once it is turned on.
    ///   - environment: The process's.
    init(
        server flag: String?, mayAsk: Bool, biometrics: some BiometricAuthProtocol,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws {
        folder = try ServerFolder(server: flag, environment: environment)
        try folder.prepare()
        storage = try await SecretPlace.open(for: folder, mayAsk: mayAsk)
        self.biometrics = biometrics
        vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage),
                biometrics: ReaderGatedBiometricKey(storage: storage, biometrics: biometrics),
                installation: nil, policy: .destroySlots))
        auth = AuthService(
            api: LatchkeyClient(server: folder.server, transport: URLSessionTransport()), storage: storage,
            vault: vault,
            turns: FileSessionTurns(file: folder.url.appending(path: "session.lock")))
    }

    var texts: TerminalTexts { folder.texts }
    var directories: Directories { folder.directories }
    var owner: String { folder.owner }
    var serverName: String { folder.serverName }

    /// Keeps the server for the next start.
    func rememberServer() throws { try ServerSetting.save(folder.server, to: folder.settings) }

    /// The notes' file.
    func records() throws -> SQLitePersistence {
        try SQLitePersistence(url: folder.url.appending(path: "notes.sqlite"))
    }
}
