import GRDB
import GRDBSQLite

/// The embedded store: one SQLite file in WAL mode that several processes may share.
///
/// Writes begin with `BEGIN IMMEDIATE`: a deferred one that reads before it writes fails at once with
/// `SQLITE_BUSY_SNAPSHOT` when another process wrote in between, whatever the busy timeout
/// (https://www.sqlite.org/isolation.html). They are synced to the disk before they return (`synchronous=FULL`,
/// https://www.sqlite.org/pragma.html#pragma_synchronous): an attempt that was counted survives a power cut.
struct SQLiteStore: Store {
    /// ``ping()`` takes the lock no more often than this.
    private static let probeInterval: Duration = .seconds(5)

    private let pool: DatabasePool
    private let readers: SQLiteReaders
    private let writer: SQLiteWriter
    private let clock: any WallClock
    private let rehearses: Bool

    /// Opens the file, or creates it. ``migrate()`` makes its tables.
    ///
    /// - Parameters:
    ///   - clock: The clock of the transactions.
    ///   - timeout: How long a request waits to write; see ``WritePriority``.
    ///   - rehearses: Whether each write is run once more before, and undone: for tests of the rule that it may be.
    ///   - trace: Is given the text of each statement, without its values.
    ///   - instant: The time that waits are measured by.
    init(
        path: String, clock: any WallClock, readOnly: Bool = false, timeout: Duration = .seconds(1),
        rehearses: Bool = false, trace: (@Sendable (String) -> Void)? = nil,
        instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws {
        self.clock = clock
        self.rehearses = rehearses
        var configuration = Configuration()
        if let trace {
            configuration.prepareDatabase { db in
                db.trace(options: .statement) { event in
                    if case .statement(let statement) = event { trace(statement.sql) }
                }
            }
        }
        // KiB for each connection, half of what is usual: the system keeps pages of the file too.
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA cache_size = -1000") }
        configuration.readonly = readOnly
        configuration.busyMode = .timeout(Double(timeout.milliseconds) / 1000)
        pool = try Self.retryingWhenBusy { try DatabasePool(path: path, configuration: configuration) }
        readers = SQLiteReaders(path: path, configuration: configuration)
        writer = SQLiteWriter(pool: pool, timeout: timeout, now: instant)
        if !readOnly {
            // GRDB sets NORMAL when it switches WAL on, which may lose the newest commits in a power cut.
            // What is deleted is overwritten: a mail that was sent is erased, not only unlinked.
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            }
        }
    }

    /// Brings the schema up to date. Several processes may do it at once.
    func migrate() throws {
        try Self.retryingWhenBusy { try Self.migrator.migrate(pool) }
    }

    /// Whether ``migrate()`` would change nothing.
    func isUpToDate() throws -> Bool {
        try Self.mapErrors { try pool.read { try Self.migrator.hasCompletedMigrations($0) } }
    }

    /// All versions of the schema.
    static var migrator: DatabaseMigrator {
        // What refers to nothing, since it is damaged, is no reason not to start.
        var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
        for migration in Migration.all {
            migrator.registerMigration(migration.name) { db in
                for sql in migration.statements(.sqlite) { try db.execute(sql: sql) }
            }
        }
        return migrator
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await onReader { db in try body(transaction(db)) }
    }

    private func onReader<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            pool.asyncRead { connection in
                continuation.resume(with: Result { try Self.mapErrors { try body(connection.get()) } })
            }
        }
    }

    /// Reads on the caller's thread: a change of threads would cost more than the row. One thread of the cooperative
    /// pool is always left free: while all others wait for the disk, it reads as ``read(_:)`` does.
    func gateSession(
        tokenDigest: String, settleWithin: Duration
    ) async throws -> (session: GateSession, now: Timestamp)? {
        let find = { @Sendable (db: Database) -> (session: GateSession, now: Timestamp)? in
            let now = clock.now
            return try SQLiteSession(db).gateSession(
                tokenDigest: tokenDigest, attemptsReservedUpTo: now - settleWithin
            ).map { ($0, now) }
        }
        let found = try Self.mapErrors { try readers.readIfFree(find) }
        if let found { return found }
        return try await onReader(find)
    }

    func write<Value: Sendable>(
        on subject: Subject, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await writer.transaction(as: priority) { db in
            let transaction = transaction(db, on: subject)
            if rehearses {
                try? db.inSavepoint {
                    _ = try body(self.transaction(db, on: subject))
                    return .rollback
                }
            }
            let value = try body(transaction)
            return (.commit(then: transaction.commitActions), value)
        }
    }

    private func transaction(_ db: Database, on subject: Subject? = nil) -> Transaction {
        Transaction(db, now: clock.now, addresses: subject?.addresses)
    }

    /// The number of writes that wait or run.
    var writesUnderWay: Int { writer.underWay }

    func ping() async throws {
        guard writer.hasWritten(within: Self.probeInterval) else {
            return try await writer.transaction(as: .request) { db in (.rollback, try Self.tryWriting(db)) }
        }
        // That it can be written to is known; that it can be read is cheap to know.
        _ = try await read { try $0.keyCheck.find() }
    }

    func close() throws {
        try readers.close()
        try pool.close()
    }

    /// Writes one state of the database into an empty file, without what was deleted, while others read and write.
    func copy(to path: String) async throws {
        try await onConnection { db in try db.execute(sql: "VACUUM INTO ?", arguments: [path]) }
    }

    /// Brings all that is in the log into the file, which then holds everything alone. Closing promises no such thing.
    func emptyLog() async throws {
        let isBusy = try await onConnection { db in try Bool.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        guard isBusy == false else { throw StoreError.unavailable(code: "log") }
    }

    /// Whether SQLite finds nothing damaged in the file, nor a row that refers to none.
    func isSound() async throws -> Bool {
        try await onConnection { db in
            try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"]
                && Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty
        }
    }

    /// Runs `body` outside of a transaction, for as long as it takes.
    private func onConnection<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            pool.asyncWriteWithoutTransaction { db in
                continuation.resume(with: Result { try Self.mapErrors { try body(db) } })
            }
        }
    }

    /// Writes without leaving anything. On a file that may only be read `BEGIN IMMEDIATE` alone succeeds, and on a full
    /// disk a change that stays in memory: it goes into the log, unsynced and without its end, which makes it void
    /// (https://www.sqlite.org/c3ref/db_cacheflush.html).
    private static func tryWriting(_ db: Database) throws {
        // What is the same as before would not be written.
        try db.execute(sql: "UPDATE key_check SET record = record || '.'")
        let code = ResultCode(rawValue: sqlite3_db_cacheflush(db.sqliteConnection))
        guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
    }

    static func mapErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            if error.isOfRow { throw UnreadableRowError(table: nil, id: nil) }
            // The code only: a message can hold values.
            throw StoreError.unavailable(code: "\(error.extendedResultCode)")
        }
    }

    /// Two processes that start at once on a new file get in each other's way for a moment, and the busy timeout
    /// does not cover the switch to WAL; a migration that the other one finished is seen as done on the next try.
    private static func retryingWhenBusy<Value>(_ body: () throws -> Value) throws -> Value {
        for _ in 0..<4 {
            if let value = try? body() { return value }
        }
        return try mapErrors(body)
    }
}

extension DatabaseError {
    /// Whether the database refuses a value of a row, which it does however often it is asked: what the server computes
    /// fits, and what it refers to was read in the same transaction, unless it comes from a row that is damaged. A key
    /// that is taken says no such thing.
    var isOfRow: Bool {
        switch extendedResultCode {
        case .SQLITE_CONSTRAINT_CHECK, .SQLITE_CONSTRAINT_NOTNULL, .SQLITE_CONSTRAINT_DATATYPE,
            .SQLITE_CONSTRAINT_FOREIGNKEY:
            true
        default: resultCode == .SQLITE_MISMATCH
        }
    }
}

extension Transaction {
    init(_ db: Database, now: Timestamp, addresses: Set<String>? = nil) {
        let session = SQLiteSession(db)
        self.init(session, callers: SQLiteCallers(session: session), now: now, addresses: addresses)
    }
}
