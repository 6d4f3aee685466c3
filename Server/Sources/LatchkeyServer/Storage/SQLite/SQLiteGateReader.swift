import GRDB
import GRDBSQLite
import Synchronization

/// A reader of sessions for the gate on the caller's thread, which serves other requests too and must not wait.
///
/// Its connections bypass GRDB, whose queues and cache of statements take longer than the read.
final class SQLiteGateReader: Sendable {
    private let path: String
    private let trace: (@Sendable (String) -> Void)?
    /// The connections that are not in use; nil after ``close()``.
    private let idle = Mutex<[Connection]?>([])

    /// - Parameter trace: Receives the text of each statement.
    init(path: String, trace: (@Sendable (String) -> Void)? = nil) {
        self.path = path
        self.trace = trace
    }

    /// Returns the session of a token, or nil. If this throws,
    /// ``SQLiteSession/gateSession(tokenDigest:attemptsReservedUpTo:)`` decides.
    ///
    /// - Throws: ``CachedReads/Unread``, and errors of a damaged row.
    func session(tokenDigest: String, attemptsReservedUpTo time: Timestamp) throws -> GateSession? {
        let (isOpen, known) = idle.withLock { ($0 != nil, $0?.popLast()) }
        guard isOpen else { throw CachedReads.Unread() }
        return try CachedReads.run {
            guard let connection = known ?? Connection(path: path) else { throw CachedReads.Unread() }
            defer { idle.withLock { $0?.append(connection) } }
            trace?(SQLiteSession.gate.sqlite)
            return try connection.session([.digest(tokenDigest), .time(time)])
        }
    }

    func close() { idle.withLock { $0 = nil } }

    /// A connection with the gate's prepared statement.
    ///
    /// Proof for `@unchecked Sendable`: only one thread at a time uses it, the one that removed it from `idle`.
    private final class Connection: @unchecked Sendable {
        private var database: SQLiteConnection?
        private var statement: SQLiteStatement?

        /// Returns nil if the database cannot be opened now.
        init?(path: String) {
            // Without a busy timeout: a locked database is an error.
            guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
                sqlite3_exec(database, SQLiteStore.cacheSize, nil, nil, nil) == SQLITE_OK,
                sqlite3_prepare_v3(
                    database, SQLiteSession.gate.sqlite, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
                    == SQLITE_OK
            else { return nil }
        }

        // Also of a connection that could not be opened.
        deinit {
            sqlite3_finalize(statement)
            sqlite3_close(database)
        }

        func session(_ values: [SQLValue]) throws -> GateSession? {
            guard let statement else { throw CachedReads.Unread() }
            // Ends the read, so that the log can be moved into the file.
            defer { sqlite3_reset(statement) }
            for (index, value) in zip(Int32(1)..., values) {
                guard value.bind(to: statement, at: index) == SQLITE_OK else { throw CachedReads.Unread() }
            }
            switch sqlite3_step(statement) {
            case SQLITE_ROW: return try SQLiteSession.gateSession(in: SQLiteRow(statement: statement))
            case SQLITE_DONE: return nil
            default: throw CachedReads.Unread()
            }
        }
    }
}
