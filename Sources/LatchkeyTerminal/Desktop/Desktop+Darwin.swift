#if canImport(Darwin)
internal import Foundation
internal import LatchkeyBiometrics
internal import LatchkeyLifecycle
internal import LatchkeySecureStorage

/// The services of macOS for a command-line program, with the same members as on Linux.
enum Desktop {
    /// Returns no biometrics: Touch ID requires a purpose in an app's bundle, which a command-line program does not
    /// have.
    static func biometrics(onHint: @escaping @Sendable (TerminalText) -> Void) -> some BiometricAuthProtocol {
        NoBiometrics()
    }

    /// Reports nothing: the system notifies only apps with a bundle.
    static func follow(reportingTo lifecycle: AppLifecycleManager) async -> LifecycleRegistration {
        LifecycleRegistration {}
    }

    /// Opens the storage in files: a program without an app's bundle cannot use the data-protection keychain.
    static func openStorage(_ settings: AppSettings, willPrompt: (() -> Void)?) async throws
        -> any SecureStorageProtocol
    {
        if settings.storage == .keyring { throw StorageSetting.Failure.unsupported }
        let folder = settings.folder.url
        return try FileSecureStorage(
            directory: folder.appending(path: "secrets"), key: .file(folder.appending(path: "key")))
    }

    static func diagnose(_ settings: AppSettings) async -> Diagnosis {
        Diagnosis(
            server: settings.serverName,
            secrets: Diagnosis.Secrets(storage: .file, reason: .onlyOne, setting: settings.storage), keyring: nil,
            fingerprint: nil, sessions: nil, install: [])
    }
}
#endif
