import Foundation

/// The restore of a backup where no database exists. Ends sessions and links that must not become valid again.
struct DatabaseRestore {
    let random: any RandomSource
    let clock: any WallClock
    let data: RestoredData

    /// Restores the backup. Throws ``BackupError`` if that fails.
    ///
    /// - Parameter verify: Throws unless the secret keys are those of the database.
    func run(
        from backup: String, to path: String, verify: (SQLiteStore) async throws -> Void
    ) async throws -> RestoredData.Report {
        // SQLite would apply the log of another database to this one.
        for leftover in [path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: leftover) {
            throw BackupError.alreadyExists(leftover)
        }
        let file = try NewFile(path, id: random.bytes(8))
        defer { file.discard() }
        try copyBytes(of: backup, to: file)
        let report: RestoredData.Report
        do {
            let store = try await open(file)
            try await verify(store)
            report = try await store.write(on: .all) { [data] in try data.endAll(in: $0) }
            // Only the file is published, without a log.
            try await store.emptyLog()
            try store.close()
        } catch StoreError.unavailable(let code) {
            throw StoreError.isOfTheDisk(code)
                ? BackupError.notWritten(path, reason: code) : BackupError.damaged(backup)
        }
        try file.publish()
        return report
    }

    private func copyBytes(of backup: String, to file: NewFile) throws {
        guard let source = FileHandle(forReadingAtPath: backup) else { throw BackupError.unreadable(backup) }
        defer { try? source.close() }
        guard let target = FileHandle(forWritingAtPath: file.draft) else {
            throw BackupError.notWritten(file.path, reason: "the temporary copy cannot be opened")
        }
        defer { try? target.close() }
        while true {
            let chunk: Data?
            // A directory can be opened but not read.
            do { chunk = try source.read(upToCount: 1 << 20) } catch { throw BackupError.unreadable(backup) }
            guard let chunk, !chunk.isEmpty else { return }
            do { try target.write(contentsOf: chunk) } catch {
                throw BackupError.notWritten(file.path, reason: error.localizedDescription)
            }
        }
    }

    private func open(_ file: NewFile) async throws -> SQLiteStore {
        let store = try SQLiteStore(path: file.draft, clock: clock)
        guard try await store.isSound() else { throw StoreError.unavailable(code: "unsound") }
        // A database of another program does not have the table. Ours has no row in it before a server uses its keys.
        _ = try await KeyCheck(store: store).isKeyed()
        try store.migrate()
        return store
    }
}
