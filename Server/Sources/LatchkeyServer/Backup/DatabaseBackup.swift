import Foundation

/// Copies the database in a consistent state while servers use it.
struct DatabaseBackup {
    let random: any RandomSource
    let clock: any WallClock

    /// Writes the copy as a new file, which is checked before it appears under its name.
    ///
    /// The schema is left as it is, since a backup is also made before an upgrade.
    func write(of database: String, to path: String) async throws {
        guard FileManager.default.fileExists(atPath: database) else { throw BackupError.noDatabase(database) }
        let file = try NewFile(path, id: random.bytes(8))
        defer { file.discard() }
        let store = try SQLiteStore(path: database, clock: clock)
        do {
            try await store.copy(to: file.draft)
            try store.close()
            let copy = try SQLiteStore(path: file.draft, clock: clock)
            guard try await copy.isSound() else { throw BackupError.damaged(database) }
            try copy.close()
        } catch StoreError.unavailable(let code) where StoreError.isOfTheDisk(code) {
            throw BackupError.notWritten(path, reason: code)
        }
        try file.publish()
    }
}
