#if os(Linux)
internal import Foundation
internal import LatchkeyLinux
internal import LatchkeySecureStorage

extension SecretPlace {
    /// What the keyring's item is called that tells this keyring from another desktop's.
    private static let witness = "keyring"

    /// Opens the store that was chosen, or says why there is none. Never takes files instead of a keyring.
    static func open(for folder: ServerFolder, mayAsk: Bool) async throws -> any SecureStorageProtocol {
        let keyring = keyring(of: folder)
        let choice = await StorageChoice.make(
            setting: folder.storage.map(\.store), kept: folder.kept.map(\.store), look: keyring.look)
        if choice.store == .file { return try files(of: folder) }
        switch choice.keyring {
        case .open: break
        case .locked, .empty: try await unlock(keyring, mayAsk: mayAsk, texts: folder.texts)
        case .absent(let reason):
            throw choice.store == nil
                ? StorageSetting.Failure.unchosen(reason: reason, settings: folder.settings.path)
                : StorageSetting.Failure.absent(reason: reason)
        case .silent, nil: throw StorageSetting.Failure.silent
        }
        try await recognise(keyring, folder)
        return keyring
    }

    /// The store that it would be. Connects to nothing.
    static func keyring(of folder: ServerFolder) -> SecretServiceSecureStorage {
        SecretServiceSecureStorage(service: "Latchkey \(folder.serverName) \(folder.owner)")
    }

    private static func unlock(
        _ keyring: SecretServiceSecureStorage, mayAsk: Bool, texts: TerminalTexts
    ) async throws {
        guard mayAsk else { throw StorageSetting.Failure.locked }
        FileHandle.standardError.write(Data("latchkey: \(texts[.keyringAsks])\n".utf8))
        do throws(SecureStorageError) { try await keyring.unlock() } catch .cancelled, .locked {
            throw StorageSetting.Failure.locked
        }
    }

    /// Makes sure that this is the keyring that the secrets are in. In another one they are absent, and whoever takes
    /// them for erased erases what they open.
    private static func recognise(_ keyring: SecretServiceSecureStorage, _ folder: ServerFolder) async throws {
        if folder.kept == .keyring {
            let mark = try String(contentsOf: folder.keyringMark, encoding: .utf8)
            guard try await keyring.load(String.self, for: witness) == mark else {
                throw StorageSetting.Failure.foreign
            }
        } else {
            // The one that is there, if any: of two processes that start at once, both must write the same.
            let mark = try await keyring.update(String.self, for: witness) { mark in
                let kept = mark ?? UUID().uuidString
                mark = kept
                return kept
            }
            try Data(mark.utf8).write(to: folder.keyringMark, options: .atomic)
        }
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

extension Diagnosis {
    /// Looks at everything, and creates nothing.
    init(of folder: ServerFolder) async {
        let offer = await LinuxOffer.look(
            for: SecretPlace.keyring(of: folder), setting: folder.storage.map(\.store),
            kept: folder.kept.map(\.store))
        self.init(
            server: folder.serverName,
            secrets: Secrets(
                storage: offer.storage.store.flatMap { StorageSetting(rawValue: $0.rawValue) },
                reason: Reason(rawValue: offer.storage.reason.rawValue) ?? .nothing, setting: folder.storage),
            keyring: Keyring(offer.keyring),
            fingerprint: Fingerprint(
                reader: offer.fingerprint.reader, enrolledFingers: offer.fingerprint.enrolledFingers,
                problem: offer.fingerprint.problem),
            sessions: Sessions(session: offer.sessions.session, problem: offer.sessions.problem),
            install: offer.packages)
    }
}

extension Diagnosis.Keyring {
    fileprivate init(_ finding: KeyringFinding) {
        switch finding {
        case .open: self.init(state: .open, problem: nil)
        case .locked: self.init(state: .locked, problem: nil)
        case .empty: self.init(state: .empty, problem: nil)
        case .absent(let reason): self.init(state: .absent, problem: reason)
        case .silent: self.init(state: .silent, problem: nil)
        }
    }
}
#endif
