public import Foundation
public import LatchkeySecureStorage

/// An app's secure storage on Linux: the desktop's keyring, or files in the app's folder.
///
/// Existing secrets stay in their storage. A new app uses the user's setting, or else the keyring. Files replace a
/// keyring only if the user chose them. The folder records which keyring has the secrets, because another keyring seems
/// empty: the app would start without its passcode, and lose its sealed data.
public struct LinuxStorage: Sendable {
    /// The name of the keyring's item that identifies the keyring.
    private static let markName = "keyring"

    private let keyring: SecretServiceSecureStorage
    private let folder: URL

    /// Creates the description of an app's storage, without opening it.
    ///
    /// - Parameters:
    ///   - service: The app's name or identifier, which the keyring's own app shows. Two installations with separate
    ///     folders require two services.
    ///   - folder: A folder of the app, which must exist. Files in it: `keyring`, or `secrets` and `key`.
    public init(service: String, folder: URL) {
        self.init(keyring: SecretServiceSecureStorage(service: service), folder: folder)
    }

    package init(keyring: SecretServiceSecureStorage, folder: URL) { (self.keyring, self.folder) = (keyring, folder) }

    /// Opens the storage.
    ///
    /// - Parameters:
    ///   - setting: The user's choice; nil for the keyring, if there is one.
    ///   - willPrompt: Called before a locked keyring prompts for its password in its own window. Nil if it must not
    ///     prompt.
    public func open(
        setting: StorageChoice.Store?, willPrompt: (() -> Void)?
    ) async throws(LinuxStorageError) -> any SecureStorageProtocol {
        let choice = await StorageChoice.make(setting: setting, kept: kept, probe: keyring.probe)
        if choice.store == .file { return try files() }
        switch choice.keyring {
        case .open: break
        case .locked, .empty: try await unlock(willPrompt)
        case .absent(let reason): throw choice.store == nil ? .notChosen(reason: reason) : .noKeyring(reason: reason)
        case .silent, nil: throw .silent
        }
        try await identify()
        return keyring
    }

    /// Probes the machine's services. Prompts for nothing and creates nothing.
    public func capabilities(setting: StorageChoice.Store?) async -> LinuxCapabilities {
        await LinuxCapabilities.probe(for: keyring, setting: setting, kept: kept)
    }

    /// The file that identifies the keyring, if the secrets are in one.
    private var mark: URL { folder.appending(path: "keyring") }
    private var secrets: URL { folder.appending(path: "secrets") }

    /// The storage that has secrets, or nil.
    private var kept: StorageChoice.Store? {
        if FileManager.default.fileExists(atPath: mark.path) { return .keyring }
        return FileManager.default.fileExists(atPath: secrets.path) ? .file : nil
    }

    private func files() throws(LinuxStorageError) -> FileSecureStorage {
        do {
            return try FileSecureStorage(directory: secrets, key: .file(folder.appending(path: "key")))
        } catch {
            throw .storage(error)
        }
    }

    private func unlock(_ willPrompt: (() -> Void)?) async throws(LinuxStorageError) {
        guard let willPrompt else { throw .locked }
        willPrompt()
        do { try await keyring.unlock() } catch {
            throw error == .cancelled || error == .locked ? .locked : .storage(error)
        }
    }

    /// Verifies that this keyring has the secrets, or records it for a new app.
    private func identify() async throws(LinuxStorageError) {
        do {
            if kept == .keyring {
                let expected = try String(contentsOf: mark, encoding: .utf8)
                guard try await keyring.load(String.self, for: Self.markName) == expected else {
                    throw LinuxStorageError.otherKeyring
                }
            } else {
                // An existing mark, if any: two processes that start at the same time must write the same one.
                let new = try await keyring.update(String.self, for: Self.markName) { mark in
                    let existing = mark ?? UUID().uuidString
                    mark = existing
                    return existing
                }
                try Data(new.utf8).write(to: mark, options: .atomic)
            }
        } catch let error as LinuxStorageError {
            throw error
        } catch let error as SecureStorageError {
            throw .storage(error)
        } catch {
            throw .folder(path: folder.path)
        }
    }
}
