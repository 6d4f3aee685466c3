public import Foundation
internal import GRDB
internal import LatchkeyPersistence

/// A conversion of records that an earlier version of an app saved.
public struct RecordMigration: Sendable {
    let name: String
    let recordName: String
    let transform: @Sendable (Data) throws -> Data?

    /// Creates a migration of the records of one type.
    ///
    /// - Parameters:
    ///   - name: The migration's name, unique in the app and never changed.
    ///   - recordName: The `persistenceName` of the records to convert.
    ///   - transform: Returns the new JSON of a record, or nil to delete the record. If it throws, the whole migration
    ///     is rolled back, and the store is not opened.
    public init(_ name: String, of recordName: String, transform: @escaping @Sendable (Data) throws -> Data?) {
        (self.name, self.recordName, self.transform) = (name, recordName, transform)
    }

    func migrate(_ db: Database) throws {
        let table = RecordTable(db: db, name: recordName)
        for id in try table.ids() {
            guard let body = try table.body(id: id) else { continue }
            let new: Data?
            do { new = try transform(body) } catch {
                throw RecordMigrationError(migration: name, record: "\(recordName) \(id)", reason: error)
            }
            if let new {
                try table.save([.init(id: id, body: new)])
            } else {
                try table.delete(ids: [id])
            }
        }
    }
}

/// A record that a migration could not convert.
struct RecordMigrationError: Error {
    let migration: String
    let record: String
    let reason: any Error
}

extension DatabaseMigrator {
    init(records migrations: [RecordMigration]) {
        self.init()
        registerMigration("CreateRecords", migrate: RecordTable.create)
        // The prefix prevents collisions of an app's names with the library's own.
        for migration in migrations { registerMigration("app:\(migration.name)", migrate: migration.migrate) }
    }
}
