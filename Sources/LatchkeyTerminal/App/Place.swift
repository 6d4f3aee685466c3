internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyBiometrics
internal import LatchkeyLifecycle
internal import LatchkeyLock
internal import LatchkeySecureStorage
internal import LatchkeySession
internal import LatchkeySQLite
internal import LatchkeyUI

/// Where everything of one server is kept, and what opens it: the composition root.
@MainActor
struct Place {
    let folder: ServerFolder
    let storage: any SecureStorageProtocol
    /// What the process's signals and the desktop are reported to. A terminal's app is active at first.
    let lifecycle: AppLifecycleManager
    let session: SessionModel

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
        lifecycle = AppLifecycleManager(initialState: .active)
        let platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: biometrics,
            biometricKey: ReaderGatedBiometricKey(storage: storage, biometrics: biometrics), lifecycle: lifecycle)
        session = AppLock.account(
            platform, server: folder.server, reason: folder.texts[.enterPasscode],
            turns: FileSessionTurns(file: folder.url.appending(path: "session.lock")))
    }

    /// What seals the notes.
    var vault: Vault { session.status.vault }
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
