import GRDB
import GRDBSQLite

/// The embedded store: one SQLite file in WAL mode, which several processes may share.
///
/// Writes start with `BEGIN IMMEDIATE`. A deferred one that reads before it writes fails with `SQLITE_BUSY_SNAPSHOT`
/// after a concurrent write, regardless of the busy timeout (https://www.sqlite.org/isolation.html). Writes are synced
/// before they return (`synchronous=FULL`, https://www.sqlite.org/pragma.html#pragma_synchronous), so that a counted
/// attempt survives a power loss.
struct SQLiteStore: Store {
    /// Minimum interval between locks by ``ping()``.
    private static let probeInterval: Duration = .seconds(5)
    /// KiB per connection, half of the default, because the system also caches the file.
    static let cacheSize = "PRAGMA cache_size = -1000"

    private let pool: DatabasePool
    private let gateReader: SQLiteGateReader
    private let writer: SQLiteWriter
    private let clock: any WallClock
    private let rehearses: Bool

    /// Opens or creates the file. Call ``migrate()`` to create its tables.
    ///
    /// - Parameters:
    ///   - clock: The clock of the transactions.
    ///   - timeout: How long a request waits to write; see ``WritePriority``.
    ///   - rehearses: Whether each body first runs in a transaction that is rolled back, to test that it may run twice.
    ///   - trace: Receives the text of each statement, without its values.
    ///   - instant: The clock for waits.
    init(
        path: String, clock: any WallClock, readOnly: Bool = false, timeout: Duration = .databaseRequest,
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
        configuration.prepareDatabase { db in try db.execute(sql: Self.cacheSize) }
        configuration.readonly = readOnly
        configuration.busyMode = .timeout(Double(timeout.milliseconds) / 1000)
        pool = try Self.retryingWhenBusy { try DatabasePool(path: path, configuration: configuration) }
        gateReader = SQLiteGateReader(path: path, trace: trace)
        writer = SQLiteWriter(pool: pool, timeout: timeout, now: instant)
        if !readOnly {
            // GRDB sets NORMAL in WAL mode, which may lose commits in a power loss. `secure_delete` overwrites deleted
            // data, such as sent emails.
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            }
        }
    }

    /// Applies missing migrations. Safe to run concurrently.
    func migrate() throws {
        try Self.retryingWhenBusy { try Self.migrator.migrate(pool) }
    }

    /// Whether ``migrate()`` would change nothing.
    func isUpToDate() throws -> Bool {
        try Self.mapErrors { try pool.read { try Self.migrator.hasCompletedMigrations($0) } }
    }

    /// All versions of the schema.
    static var migrator: DatabaseMigrator {
        // A damaged reference does not prevent the start.
        var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
        for migration in Migration.all {
            migrator.registerMigration(migration.name) { db in
                for sql in migration.statements(.sqlite) { try db.execute(sql: sql) }
            }
        }
        return migrator
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            onReader({ continuation.resume(with: $0) }, { db in try body(transaction(db)) })
        }
    }

    private func onReader<Value: Sendable>(
        _ whenRead: @escaping @Sendable (Result<Value, any Error>) -> Void,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) {
        pool.asyncRead { connection in whenRead(Result { try Self.mapErrors { try body(connection.get()) } }) }
    }

    func readGateSession(
        tokenDigest: String, settleWithin: Duration, waits: Bool, whenRead: @escaping @Sendable (GateRead) -> Void
    ) {
        // On the caller's thread, because a thread switch takes longer than the read.
        let now = clock.now
        let found = GateRead {
            try gateReader.session(tokenDigest: tokenDigest, attemptsReservedUpTo: now - settleWithin)
                .map { (session: $0, now: now) }
        }
        guard waits, case .failure = found else { return whenRead(found) }
        onReader(whenRead) { db in
            let now = clock.now
            return try SQLiteSession(db)
                .gateSession(tokenDigest: tokenDigest, attemptsReservedUpTo: now - settleWithin)
                .map { (session: $0, now: now) }
        }
    }

    func write<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        try await writer.transaction(as: priority) { db in
            let transaction = transaction(db, on: scope)
            if rehearses {
                try? db.inSavepoint {
                    _ = try body(self.transaction(db, on: scope))
                    return .rollback
                }
            }
            let value = try body(transaction)
            return (.commit(then: transaction.commitActions), value)
        }
    }

    private func transaction(_ db: Database, on scope: WriteScope? = nil) -> Transaction {
        Transaction(db, now: clock.now, addresses: scope?.addresses)
    }

    /// The number of waiting and running writes.
    var writesInProgress: Int { writer.inProgress }

    func ping() async throws {
        guard writer.hasWritten(within: Self.probeInterval) else {
            return try await writer.transaction(as: .request) { db in (.rollback, try Self.tryWriting(db)) }
        }
        // A recent write succeeded; a read is cheap.
        _ = try await read { try $0.keyCheck.find() }
    }

    func close() throws {
        gateReader.close()
        try pool.close()
    }

    /// Copies one snapshot into an empty file, without deleted data, during reads and writes.
    func copy(to path: String) async throws {
        try await onConnection { db in try db.execute(sql: "VACUUM INTO ?", arguments: [path]) }
    }

    /// Moves the whole log into the file. Closing does not guarantee that.
    func emptyLog() async throws {
        let isBusy = try await onConnection { db in try Bool.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        guard isBusy == false else { throw StoreError.unavailable(code: "log") }
    }

    /// Whether SQLite finds no damage and no dangling reference.
    func isSound() async throws -> Bool {
        try await onConnection { db in
            try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"]
                && Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty
        }
    }

    /// Runs `body` outside a transaction, without a timeout.
    private func onConnection<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            pool.asyncWriteWithoutTransaction { db in
                continuation.resume(with: Result { try Self.mapErrors { try body(db) } })
            }
        }
    }

    /// Tests a write without an effect. On a read-only file `BEGIN IMMEDIATE` succeeds, and on a full disk a change in
    /// memory does. The change goes to the log, unsynced and incomplete, so that it is ignored
    /// (https://www.sqlite.org/c3ref/db_cacheflush.html).
    private static func tryWriting(_ db: Database) throws {
        // An unchanged value would not be written.
        try db.execute(sql: "UPDATE key_check SET record = record || '.'")
        let code = ResultCode(rawValue: sqlite3_db_cacheflush(db.sqliteConnection))
        guard code == .SQLITE_OK else { throw DatabaseError(resultCode: code) }
    }

    static func mapErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            if error.isOfRow { throw InvalidRowError(table: nil, id: nil) }
            // Only the code: messages may contain values.
            throw StoreError.unavailable(code: "\(error.extendedResultCode)")
        }
    }

    /// Retries for five seconds when processes start concurrently on a new file. The busy timeout does not cover the
    /// change to WAL, and migrations of another process are detected at the next attempt.
    private static func retryingWhenBusy<Value>(_ body: () throws -> Value) throws -> Value {
        let end = ContinuousClock.now + .seconds(5)
        for _ in 0..<4 where ContinuousClock.now < end {
            if let value = try? body() { return value }
        }
        return try mapErrors(body)
    }
}

extension DatabaseError {
    /// Whether the database rejects a value of a row permanently. Values computed by the server fit, and references
    /// were read in the same transaction, unless a row is damaged. Excludes duplicate keys.
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
