import Foundation

/// Errors that prevent the start, shared by `serve` and `doctor`.
extension ServerProcess {
    var noDataDirectory: SettingError { SettingError(name: \.dataDirectory, reason: "cannot be created") }
    var noOutbox: SettingError {
        SettingError(name: \.dataDirectory, reason: "its directory outbox cannot be created")
    }
    var noKeys: SettingError { SettingError(name: \.secretKeys, reason: "the keys of this database are missing") }

    func noDatabase(at path: String) -> SettingError {
        let folder = folder(of: path).path.debugDescription
        return SettingError(name: \.databaseURL, reason: "does not exist and cannot be created in \(folder)")
    }

    func folder(of path: String) -> URL { URL(filePath: path).deletingLastPathComponent() }

    func demandCAFile() throws {
        guard case .smtp(let server) = settings.emailTransport, let file = server.caFile,
            !FileManager.default.isReadableFile(atPath: file)
        else { return }
        throw SettingError(name: \.mailURL, reason: "the file in ca= cannot be read")
    }
}
