import Foundation

/// Errors that prevent the start, shared by `serve` and `doctor`.
extension ServerProcess {
    var noDataDirectory: SettingError { notCreated(\.dataDirectory, settings.dataDirectory) }
    var noOutbox: SettingError { notCreated(\.dataDirectory, settings.outboxDirectory) }
    var noKeys: SettingError {
        let file = settings.secretKeysFile.path(percentEncoded: false).debugDescription
        return SettingError(
            name: \.secretKeys, reason: "the keys of this database are missing. Restore \(file), or set the keys")
    }

    func noDatabase(at path: String) -> SettingError {
        notCreated(\.databaseURL, URL(filePath: path))
    }

    private func notCreated<Value>(_ row: KeyPath<SettingTable, Setting<Value>>, _ file: URL) -> SettingError {
        let path = file.path(percentEncoded: false).debugDescription
        return SettingError(
            name: row, reason: "\(path) cannot be created. Give the server's user write access to its parent")
    }

    func folder(of path: String) -> URL { URL(filePath: path).deletingLastPathComponent() }

    func demandCAFile() throws {
        guard case .smtp(let server) = settings.emailTransport, let file = server.caFile,
            !FileManager.default.isReadableFile(atPath: file)
        else { return }
        throw SettingError(
            name: \.mailURL, reason: "ca=\(file.debugDescription) cannot be read. Give the server's user read access")
    }
}
