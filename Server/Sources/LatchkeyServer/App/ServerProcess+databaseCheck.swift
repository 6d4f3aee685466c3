import Foundation

/// The checks of database and keys by `doctor`.
extension ServerProcess {
    func examineDatabase() async throws -> [Finding] {
        let (keys, keyFinding) = examineKeys()
        do {
            guard FolderAccess.canExist(settings.dataDirectory) else { throw noDataDirectory }
            if case .sqlite(let path) = settings.database, !FileManager.default.fileExists(atPath: path) {
                return [keyFinding, try examineMissing(path)]
            }
            let store = try await openStore(.examined)
            // A database of an older version may not have the table.
            let behind = try isBehind(store)
            let read = { try await store.read { try $0.keyCheck.find() } }
            let record = behind ? try? await read() : try await usingDatabase(read)
            return [examine(keys, keyFinding, against: record), examineWriting(behind: behind)]
        } catch let error as SettingError {
            return [keyFinding, Finding(.database, error, advice: "see docs/operations.md")]
        }
    }

    private func examineKeys() -> (SecretKeys?, Finding) {
        if let keys = settings.secretKeys {
            let ids = keys.all.map(\.id).joined(separator: ", ")
            return (keys, Finding(.keys, .fine, "LATCHKEY_SECRET_KEYS contains \(ids); the first encrypts"))
        }
        let file = settings.secretKeysFile.path(percentEncoded: false)
        do throws(SecretKeysError) {
            guard let keys = try SecretKeyFile(path: file).read() else {
                return (nil, examineMissingKeys(file))
            }
            let ids = keys.all.map(\.id).joined(separator: ", ")
            let text = "\(file.debugDescription) contains \(ids), next to the database"
            return (keys, Finding(.keys, .fine, text, advice: "store their backups separately"))
        } catch {
            let error = SettingError(name: \.secretKeys, reason: error.description)
            return (nil, Finding(.keys, error, advice: "repair that file; new keys cannot decrypt old data"))
        }
    }

    private func examineMissingKeys(_ file: String) -> Finding {
        let folder = settings.dataDirectory
        guard FolderAccess.canMakeFiles(in: folder, once: folder) else {
            let reason = "cannot be created: \(String(cString: strerror(EACCES)))"
            let error = SecretKeysError.fileFailed(path: file, reason: reason)
            return Finding(
                .keys, SettingError(name: \.secretKeys, reason: error.description),
                advice: "give the server's user write access, or set LATCHKEY_SECRET_KEYS")
        }
        return Finding(.keys, .fine, "none yet; the first start creates \(file.debugDescription)")
    }

    /// Returns the finding about the keys.
    ///
    /// - Parameter record: The record that the keys must decrypt; nil if none was used yet.
    private func examine(_ keys: SecretKeys?, _ finding: Finding, against record: String?) -> Finding {
        guard let record else { return finding }
        guard let keys else {
            // Unreadable keys are already reported.
            if FileManager.default.fileExists(atPath: settings.secretKeysFile.path) { return finding }
            return Finding(
                .keys, noKeys,
                advice: "new keys cannot decrypt this database")
        }
        do {
            try KeyCheck.demand(Sealer(keys: keys), opens: record)
            return finding
        } catch {
            return Finding(.keys, .failure, "\(error)")
        }
    }

    /// The finding for a missing database.
    private func examineMissing(_ path: String) throws -> Finding {
        guard FolderAccess.canMakeFiles(in: folder(of: path), once: settings.dataDirectory) else {
            throw noDatabase(at: path)
        }
        return Finding(.database, .fine, "none yet; the first start creates \(path.debugDescription)")
    }

    /// Returns the finding about writes. A server starts with a read-only database, and returns 503 for each change.
    private func examineWriting(behind: Bool) -> Finding {
        guard case .sqlite(let path) = settings.database else {
            return Finding(.database, .fine, "\(databaseName) can be read")
        }
        let folder = folder(of: path).path
        let files = [path, path + "-wal", path + "-shm"].filter(FileManager.default.fileExists)
        if let locked = (files + [folder]).first(where: { !FileManager.default.isWritableFile(atPath: $0) }) {
            return Finding(
                .database, .failure, "\(locked.debugDescription) is read-only",
                advice: "make the server's user its owner, with mode \(locked == folder ? "0700" : "0600")")
        }
        let state = behind ? "; the next start migrates it" : ""
        return Finding(.database, .fine, "\(databaseName) can be read\(state)")
    }

    private var databaseName: String {
        switch settings.database {
        case .sqlite(let path): path.debugDescription
        case .postgres: "PostgreSQL's database"
        }
    }

    private func isBehind(_ store: any Store) throws -> Bool {
        guard let store = store as? SQLiteStore else { return false }
        return try !store.isUpToDate()
    }
}
