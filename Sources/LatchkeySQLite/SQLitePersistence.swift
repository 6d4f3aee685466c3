public import Foundation
internal import GRDB
public import LatchkeyPersistence
// GRDB has an error of the same name.
public import enum LatchkeyPersistence.PersistenceError

/// A store of records in one SQLite file with a write-ahead log, which several processes may share.
///
/// A save returns once it is on disk. Only the user can read the file and its companions; the content is not encrypted.
/// Each record is a row of JSON, so that a type may gain optional properties without a migration.
public final class SQLitePersistence: PersistenceProtocol {
    private let pool: DatabasePool

    /// Opens the file, or creates it with mode 0600 in an existing directory, and runs the migrations.
    ///
    /// Throws `PersistenceError.containerCreationFailed` if the file is a link, if other users have access to it, or if
    /// a newer version has written it.
    ///
    /// - Parameters:
    ///   - url: The file. `-wal` and `-shm` files appear next to it.
    ///   - migrations: Conversions of the records of earlier versions, oldest first. Each runs once on a file. Append
    ///     to the list; never change or remove a migration that was released.
    ///   - busyTimeout: The maximum wait for another process's write.
    public init(
        url: URL, migrations: [RecordMigration] = [], busyTimeout: Duration = .seconds(5)
    ) throws(PersistenceError) {
        do {
            try Self.createIfAbsent(url.path)
            for suffix in ["", "-wal", "-shm"] { try Self.requirePrivate(url.path + suffix) }
            pool = try Self.openWhenFree(url.path, migrations, busyTimeout)
        } catch let error as PersistenceError {
            throw error
        } catch {
            throw .containerCreationFailed(reason: describe(error))
        }
    }

    public func saveAll<Record: PersistenceModel>(_ records: [Record]) async throws(PersistenceError) {
        let rows = try RecordCoding.encode(records)
        do {
            try await pool.write { db in try RecordTable(db: db, name: Record.persistenceName).save(rows) }
        } catch {
            throw .saveFailed(reason: describe(error))
        }
    }

    public func load<Record: PersistenceModel>(
        _ type: Record.Type, id: Record.ID
    ) async throws(PersistenceError) -> Record? {
        let text = id.description
        let body = try await read { db in try RecordTable(db: db, name: Record.persistenceName).body(id: text) }
        guard let body else { return nil }
        return try RecordCoding.decode(type, from: [body]).first
    }

    public func fetch<Record: PersistenceModel>(
        _ query: PersistenceQuery<Record>
    ) async throws(PersistenceError) -> [Record] {
        let bodies = try await read { db in try RecordTable(db: db, name: Record.persistenceName).bodies() }
        return query.select(from: try RecordCoding.decode(Record.self, from: bodies))
    }

    public func deleteAll<Record: PersistenceModel>(
        _ type: Record.Type, ids: [Record.ID]
    ) async throws(PersistenceError) {
        let texts = ids.map(\.description)
        do {
            try await pool.write { db in try RecordTable(db: db, name: Record.persistenceName).delete(ids: texts) }
        } catch {
            throw .deleteFailed(reason: describe(error))
        }
    }

    public func observe<Record: PersistenceModel>(
        _ query: PersistenceQuery<Record>
    ) -> AsyncThrowingStream<[Record], any Error> {
        let observation = ValueObservation.tracking { db in
            try RecordTable(db: db, name: Record.persistenceName).bodies()
        }
        // The table also has records of other types, whose changes are not reported.
        let values = observation.removeDuplicates().values(in: pool, bufferingPolicy: .bufferingNewest(1))
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                do {
                    for try await bodies in values {
                        continuation.yield(query.select(from: try RecordCoding.decode(Record.self, from: bodies)))
                    }
                    continuation.finish()
                } catch let error as PersistenceError {
                    continuation.finish(throwing: error)
                } catch {
                    continuation.finish(throwing: PersistenceError.loadFailed(reason: describe(error)))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Closes the file; every later call fails.
    public func close() throws(PersistenceError) {
        do {
            try pool.close()
        } catch {
            throw .saveFailed(reason: describe(error))
        }
    }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(PersistenceError) -> Value {
        do {
            return try await pool.read(body)
        } catch {
            throw .loadFailed(reason: describe(error))
        }
    }

    /// Creates the file with a mode that does not depend on the umask. Its companions get the mode of the file.
    private static func createIfAbsent(_ path: String) throws(PersistenceError) {
        let file = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if file < 0 {
            if errno == EEXIST { return }
            throw .containerCreationFailed(reason: String(cString: strerror(errno)))
        }
        Foundation.close(file)
    }

    /// Requires the file, if it exists, to be a regular file of this user that no one else has access to. The file is
    /// not opened: closing it would release this process's locks on it (https://sqlite.org/howtocorrupt.html, 2.2).
    private static func requirePrivate(_ path: String) throws(PersistenceError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .containerCreationFailed(reason: String(cString: strerror(errno)))
        }
        let problem: String? =
            if status.st_mode & S_IFMT != S_IFREG {
                "is not a regular file"
            } else if status.st_uid != geteuid() {
                "belongs to another user"
            } else if status.st_mode & 0o077 != 0 {
                "is open to other users; allow only its owner to read and write it (mode 0600)"
            } else {
                nil
            }
        if let problem { throw .containerCreationFailed(reason: "\(path) \(problem)") }
    }

    /// Opens the file, and retries while another process creates it. SQLite returns `SQLITE_BUSY` immediately when two
    /// processes enable the write-ahead log. Of two concurrent first migrations, one finds that its table exists.
    private static func openWhenFree(
        _ path: String, _ migrations: [RecordMigration], _ busyTimeout: Duration
    ) throws -> DatabasePool {
        let end = ContinuousClock.now + busyTimeout
        while true {
            do { return try open(path, migrations, busyTimeout) } catch let error as DatabaseError {
                guard error.isRace, ContinuousClock.now < end else { throw error }
                usleep(10_000)
            }
        }
    }

    private static func open(
        _ path: String, _ migrations: [RecordMigration], _ busyTimeout: Duration
    ) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        let pool = try DatabasePool(path: path, configuration: configuration)
        // GRDB sets NORMAL when it enables the log. A power cut could then lose the newest saves.
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        let migrator = DatabaseMigrator(records: migrations)
        if try pool.read(migrator.hasBeenSuperseded) {
            throw PersistenceError.containerCreationFailed(reason: "a newer version has written this file")
        }
        try migrator.migrate(pool)
        return pool
    }
}

extension DatabaseError {
    /// Whether another process may have caused the error, so that the same call may succeed later.
    fileprivate var isRace: Bool {
        switch resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: true
        // Another process has just run the first migration, or recorded a migration.
        case .SQLITE_ERROR: message == "table record already exists"
        case .SQLITE_CONSTRAINT: message == "UNIQUE constraint failed: grdb_migrations.identifier"
        default: false
        }
    }
}

/// Returns the code of an error only: SQLite's messages can contain values.
private func describe(_ error: any Error) -> String {
    switch error {
    case let error as DatabaseError: return "\(error.extendedResultCode)"
    case let error as RecordMigrationError:
        return "the migration \(error.migration) failed at \(error.record): \(describe(error.reason))"
    case let error as DecodingError: return "DecodingError at \(error.property)"
    default: return "\(type(of: error))"
    }
}
