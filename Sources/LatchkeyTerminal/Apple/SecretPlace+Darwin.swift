#if canImport(Darwin)
internal import LatchkeySecureStorage

extension SecretPlace {
    /// Files: a program without an app's bundle has no Keychain of its own.
    static func open(for folder: ServerFolder, mayAsk: Bool) async throws -> any SecureStorageProtocol {
        if folder.storage == .keyring { throw StorageSetting.Failure.absent(reason: "macOS") }
        return try files(of: folder)
    }
}

extension Diagnosis {
    init(of folder: ServerFolder) async {
        self.init(
            server: folder.serverName,
            secrets: Secrets(storage: .file, reason: .onlyOne, setting: folder.storage), keyring: nil, fingerprint: nil,
            sessions: nil, install: [])
    }
}
#endif
