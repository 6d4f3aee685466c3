#if os(Linux)
internal import Foundation
internal import LatchkeyBiometrics
internal import LatchkeyLifecycle
internal import LatchkeyLinux
internal import LatchkeySecureStorage

/// The services of the system that the app runs on. Each platform has the same members: where secrets are stored, what
/// recognises the user, what reports that the session locks, and a diagnosis of all that.
enum Desktop {
    /// The name of the keyring's item that distinguishes this keyring from another desktop's.
    private static let markName = "keyring"

    /// The fingerprint reader. Connects to nothing yet.
    ///
    /// - Parameter onHint: Called with what the user should do at the reader, while it waits.
    static func biometrics(onHint: @escaping @Sendable (TerminalText) -> Void) -> some BiometricAuthProtocol {
        FingerprintBiometricAuth { onHint($0.text) }
    }

    /// Reports when the session is locked, and when the machine is about to sleep. Without logind nothing is reported:
    /// `latchkey doctor` says so.
    static func follow(reportingTo lifecycle: AppLifecycleManager) async -> LifecycleRegistration {
        await LogindLifecycleSource(app: "Latchkey").start(reportingTo: lifecycle)
    }

    /// Opens the storage of the server's secrets: where they are already, else where the settings say. Files never
    /// replace a keyring.
    ///
    /// - Parameters:
    ///   - settings: The server and the user's choice.
    ///   - willAsk: Called before a locked keyring asks for its password; nil when it must not ask.
    static func openStorage(_ settings: AppSettings, willAsk: (() -> Void)?) async throws -> any SecureStorageProtocol {
        let keyring = keyring(of: settings)
        let choice = await StorageChoice.make(
            setting: settings.storage.map(\.store), kept: settings.folder.storage.map(\.store), probe: keyring.probe)
        if choice.store == .file { return try settings.folder.fileStorage() }
        switch choice.keyring {
        case .open: break
        case .locked, .empty: try await unlock(keyring, willAsk: willAsk)
        case .absent(let reason):
            throw choice.store == nil
                ? StorageSetting.Failure.unchosen(reason: reason, settings: settings.file.path)
                : StorageSetting.Failure.absent(reason: reason)
        case .silent, nil: throw StorageSetting.Failure.silent
        }
        try await verify(keyring, for: settings.folder)
        return keyring
    }

    private static func keyring(of settings: AppSettings) -> SecretServiceSecureStorage {
        SecretServiceSecureStorage(service: "Latchkey \(settings.serverName) \(settings.folder.identifier)")
    }

    private static func unlock(_ keyring: SecretServiceSecureStorage, willAsk: (() -> Void)?) async throws {
        guard let willAsk else { throw StorageSetting.Failure.locked }
        willAsk()
        do throws(SecureStorageError) { try await keyring.unlock() } catch .cancelled, .locked {
            throw StorageSetting.Failure.locked
        }
    }

    /// Makes sure that this is the keyring with the secrets. In another one they are absent, and an app that takes them
    /// for erased erases what they open.
    private static func verify(_ keyring: SecretServiceSecureStorage, for folder: ServerFolder) async throws {
        if folder.storage == .keyring {
            let mark = try String(contentsOf: folder.keyringMark, encoding: .utf8)
            guard try await keyring.load(String.self, for: markName) == mark else {
                throw StorageSetting.Failure.foreign
            }
        } else {
            // The existing one, if any: two processes that start at the same time must both write the same.
            let mark = try await keyring.update(String.self, for: markName) { mark in
                let kept = mark ?? UUID().uuidString
                mark = kept
                return kept
            }
            try Data(mark.utf8).write(to: folder.keyringMark, options: .atomic)
        }
    }

    /// Probes all services without asking the user, and creates nothing.
    static func diagnose(_ settings: AppSettings) async -> Diagnosis {
        let services = await LinuxCapabilities.probe(
            for: keyring(of: settings), setting: settings.storage.map(\.store),
            kept: settings.folder.storage.map(\.store))
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
