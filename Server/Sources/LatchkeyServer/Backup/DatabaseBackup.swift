import Foundation

/// A copy of the database in one state, made while servers use it.
struct DatabaseBackup {
    let random: any RandomSource

    /// Writes the copy as a new file, which is sound when it appears under its name.
    ///
    /// The schema is left as it is: a backup is made before an upgrade too.
    func write(of database: String, to path: String) async throws {
        guard FileManager.default.fileExists(atPath: database) else { throw BackupError.noDatabase(database) }
        let file = try NewFile(path, id: random.bytes(8))
        defer { file.discard() }
        let store = try SQLiteStore(path: database)
        do {
            try await store.copy(to: file.draft)
            try store.close()
            let copy = try SQLiteStore(path: file.draft)
            guard try await copy.isSound() else { throw BackupError.damaged(database) }
            try copy.close()
        } catch StoreError.unavailable(let code) where StoreError.isOfTheDisk(code) {
            throw BackupError.notWritten(path, reason: code)
        }
        try file.publish()
    }
}
