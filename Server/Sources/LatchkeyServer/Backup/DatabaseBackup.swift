import Foundation

/// A consistent copy of the database, made while servers run.
struct DatabaseBackup {
    let random: any RandomSource
    let clock: any WallClock

    /// Writes the copy to a new file, and verifies it before it appears under its name. Does not migrate the schema,
    /// because backups are also made before upgrades.
    func write(of database: String, to path: String) async throws {
        guard FileManager.default.fileExists(atPath: database) else { throw BackupError.noDatabase(database) }
        let file = try NewFile(path, id: random.bytes(8))
        defer { file.discard() }
        let store = try SQLiteStore(path: database, clock: clock, timeout: .databaseCommand)
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
