#if os(Linux)
internal import Foundation
internal import LatchkeyBiometrics
internal import LatchkeyLifecycle
internal import LatchkeyLinux
internal import LatchkeySecureStorage

/// The system's services for the app, with the same members on each platform: secure storage, biometrics, locks of the
/// session, and a diagnosis.
enum Desktop {
    /// Returns the fingerprint reader, not connected yet.
    ///
    /// - Parameter onHint: Called with the instruction to show while the reader waits.
    static func biometrics(onHint: @escaping @Sendable (TerminalText) -> Void) -> some BiometricAuthProtocol {
        FingerprintBiometricAuth { onHint($0.text) }
    }

    /// Reports when the session is locked, and when the machine is about to sleep. Without logind nothing is reported;
    /// `latchkey doctor` shows that.
    static func follow(reportingTo lifecycle: AppLifecycleManager) async -> LifecycleRegistration {
        await LogindLifecycleSource(app: "Latchkey").start(reportingTo: lifecycle)
    }

    /// Opens the storage of the server's secrets: the one that has them, else the one in the settings. Files never
    /// replace a keyring.
    ///
    /// - Parameters:
    ///   - settings: The server and the user's choice.
    ///   - willPrompt: Called before a locked keyring prompts for its password; nil if it must not prompt.
    static func openStorage(_ settings: AppSettings, willPrompt: (() -> Void)?) async throws
        -> any SecureStorageProtocol
    {
        do {
            return try await storage(of: settings).open(setting: settings.storage.map(\.store), willPrompt: willPrompt)
        } catch {
            switch error {
            case .notChosen(let reason):
                throw StorageSetting.Failure.unchosen(reason: reason, settings: settings.file.path)
            case .noKeyring(let reason): throw StorageSetting.Failure.absent(reason: reason)
            case .silent: throw StorageSetting.Failure.silent
            case .locked: throw StorageSetting.Failure.locked
            case .otherKeyring: throw StorageSetting.Failure.foreign
            case .storage(let error): throw error
            case .folder: throw error
            }
        }
    }

    private static func storage(of settings: AppSettings) -> LinuxStorage {
        let service = "Latchkey \(settings.serverName) \(settings.folder.identifier)"
        return LinuxStorage(service: service, folder: settings.folder.url)
    }

    /// Probes all services. Prompts for nothing and creates nothing.
    static func diagnose(_ settings: AppSettings) async -> Diagnosis {
        let services = await storage(of: settings).capabilities(setting: settings.storage.map(\.store))
        return Diagnosis(
            server: settings.serverName,
            secrets: Diagnosis.Secrets(
                storage: services.storage.store.flatMap { StorageSetting(rawValue: $0.rawValue) },
                reason: Diagnosis.Reason(rawValue: services.storage.reason.rawValue) ?? .nothing,
                setting: settings.storage),
            keyring: Diagnosis.Keyring(services.keyring),
            fingerprint: Diagnosis.Fingerprint(
                reader: services.fingerprint.reader, enrolledFingers: services.fingerprint.enrolledFingers,
                problem: services.fingerprint.problem),
            sessions: Diagnosis.Sessions(session: services.sessions.session, problem: services.sessions.problem),
            install: services.packages)
    }
}

extension StorageSetting {
    fileprivate var store: StorageChoice.Store {
        switch self {
        case .keyring: .keyring
        case .file: .file
        }
    }
}

extension FingerprintHint {
    fileprivate var text: TerminalText {
        switch self {
        case .touch: .touchReader
        case .again: .touchAgain
        case .longer: .touchLonger
        case .centred: .touchCentred
        case .lift: .liftFinger
        }
    }
}

extension Diagnosis.Keyring {
    fileprivate init(_ status: KeyringStatus) {
        switch status {
        case .open: self.init(state: .open, problem: nil)
        case .locked: self.init(state: .locked, problem: nil)
        case .empty: self.init(state: .empty, problem: nil)
        case .absent(let reason): self.init(state: .absent, problem: reason)
        case .silent: self.init(state: .silent, problem: nil)
        }
    }
}
#endif
