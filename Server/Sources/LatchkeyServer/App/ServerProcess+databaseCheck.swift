import Foundation

/// What `doctor` finds out about the database and its keys.
extension ServerProcess {
    func examineDatabase() async -> [Finding] {
        let (keys, keyFinding) = examineKeys()
        if case .sqlite(let path) = settings.database, !FileManager.default.fileExists(atPath: path) {
            return [keyFinding, examineFolder(for: path)]
        }
        do {
            let store = try await openStore(.asItIs)
            let record = try? await store.read { try $0.keyCheck.find() }
            let database = Finding(.database, .fine, "\(databaseName) can be read\(try behind(store))")
            return [examine(keys, keyFinding, against: record), database]
        } catch let error as SettingError where error.name == .secretKeys {
            return [Finding(.keys, error, advice: "put the keys of this database back")]
        } catch let error as SettingError {
            return [keyFinding, Finding(.database, error, advice: "docs/operations.md tells of each reason")]
        } catch {
            let advice = "look whether it is a database of Latchkey's"
            return [keyFinding, Finding(.database, .failure, "\(databaseName): \(error)", advice: advice)]
        }
    }

    private func examineKeys() -> (SecretKeys?, Finding) {
        if let keys = settings.secretKeys {
            let ids = keys.all.map(\.id).joined(separator: ", ")
            return (keys, Finding(.keys, .fine, "LATCHKEY_SECRET_KEYS has \(ids), of which the first encrypts"))
        }
        let file = settings.secretKeysFile.path(percentEncoded: false)
        do throws(SecretKeysError) {
            guard let keys = try SecretKeyFile(path: file).read() else {
                return (nil, Finding(.keys, .fine, "none yet; the first start makes \(file.debugDescription)"))
            }
            let ids = keys.all.map(\.id).joined(separator: ", ")
            let text = "\(file.debugDescription) has \(ids), beside the database"
            return (keys, Finding(.keys, .fine, text, advice: "keep copies of the two apart"))
        } catch {
            return (nil, Finding(.keys, .failure, "\(error)", advice: "mend that file; new keys can read nothing old"))
        }
    }

    /// - Parameter record: What the keys must open; nil where none was ever used.
    private func examine(_ keys: SecretKeys?, _ finding: Finding, against record: String?) -> Finding {
        guard let record, finding.status != .failure else { return finding }
        guard let keys else {
            return Finding(
                .keys, .failure, "the keys of this database are missing",
                advice: "put the file secret-keys or LATCHKEY_SECRET_KEYS back; new keys can read nothing of it")
        }
        do {
            try KeyCheck.demand(Sealer(keys: keys), opens: record)
            return finding
        } catch {
            return Finding(.keys, .failure, "\(error)", advice: "put the keys of this database back")
        }
    }

    /// Where no database is yet.
    private func examineFolder(for path: String) -> Finding {
        var folder = URL(filePath: path).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.path), folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue,
            FileManager.default.isWritableFile(atPath: folder.path)
        else {
            return Finding(
                .database, .failure, "there is none, and none can be made in \(folder.path.debugDescription)",
                advice: "let the server's user write there, or set LATCHKEY_DATA_DIR")
        }
        return Finding(.database, .fine, "none yet; the first start makes \(path.debugDescription)")
    }

    private var databaseName: String {
        switch settings.database {
        case .sqlite(let path): path.debugDescription
        #if PostgreSQL
        case .postgres: "PostgreSQL's database"
        #endif
        }
    }

    private func behind(_ store: any Store) throws -> String {
        guard let store = store as? SQLiteStore else { return "" }
        return try store.isUpToDate() ? "" : "; the next start brings it up to date"
    }
}
