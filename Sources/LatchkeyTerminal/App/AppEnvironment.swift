internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyBiometrics
internal import LatchkeyLifecycle
internal import LatchkeyLock
internal import LatchkeyProgram
internal import LatchkeySecureStorage
internal import LatchkeySession
internal import LatchkeyUI

/// The composition root: the parts of the app for one server.
@MainActor
struct AppEnvironment {
    let texts: TerminalTexts
    let settings: AppSettings
    /// The lifecycle, from the process's signals and the desktop. The app is active at first.
    let lifecycle: AppLifecycleManager
    let session: SessionModel
    /// The process's environment.
    let variables: [String: String]

    /// The vault, which encrypts the notes.
    var vault: Vault { session.vault }
}

extension AppEnvironment {
    /// Creates missing folders. Prompts for nothing, except that a locked keyring may prompt for its password.
    ///
    /// - Parameters:
    ///   - flag: The server's address from the command line.
    ///   - mayPrompt: Whether a locked keyring may prompt for its password.
    ///   - biometrics: Unlocks the app instead of the passcode, once enabled.
    ///   - environment: The process's environment.
    init(
        server flag: String?, mayPrompt: Bool, biometrics: some BiometricAuthProtocol,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws {
        let texts = TerminalTexts.preferred(in: environment)
        let settings = try AppSettings(server: flag, environment: environment)
        try settings.prepareFolders()
        let ask = { StandardStream.report("latchkey: \(texts[.keyringAsks])") }
        let storage = try await Desktop.openStorage(settings, willPrompt: mayPrompt ? ask : nil)
        let platform = Self.platform(storage, biometrics: biometrics)
        let api = LatchkeyClient(
            server: settings.server, transport: URLSessionTransport(), languages: [texts.screens.language])
        let session = AppLock.account(
            platform, api: api, reason: texts[.enterPasscode],
            sessionLock: FileSessionLock(file: settings.folder.sessionLock))
        self.init(
            texts: texts, settings: settings, lifecycle: platform.lifecycle, session: session, variables: environment)
    }

    /// Returns the platform of the lock. An idle app locks.
    static func platform(
        _ storage: some SecureStorageProtocol, biometrics: some BiometricAuthProtocol,
        clock: some LockClock = SystemLockClock()
    ) -> LockPlatform {
        var platform = LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: biometrics,
            biometricKey: ReaderGatedBiometricKey(storage: storage, biometrics: biometrics), clock: clock)
        platform.locksWhenIdle = true
        return platform
    }
}
