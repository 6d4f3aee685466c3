import LatchkeyPostgres

/// The database rejected a request, or did not confirm its commit.
enum StoreError: Error, CustomStringConvertible {
    /// Nothing was written. `code` is the database's code: busy, full, read-only, missing or damaged.
    case unavailable(code: String)
    /// The response to the commit is missing or not proof. Never retried.
    case undecided(code: String)

    /// Whether the disk is full or fails. A SQLite code starts with its number, whose lowest byte is the kind
    /// (https://www.sqlite.org/rescode.html): 10 is `SQLITE_IOERR`, 13 is `SQLITE_FULL`.
    static func isOfTheDisk(_ code: String) -> Bool {
        [10, 13].contains(kind(code))
    }

    private static func kind(_ code: String) -> Int { (Int(code.prefix { $0.isNumber }) ?? 0) & 0xff }

    /// Returns advice for the operator about a code; nil if it is clear.
    static func hint(on code: String) -> String? {
        switch code {
        // A prepared statement that already exists or is missing
        // (https://www.postgresql.org/docs/15/errcodes-appendix.html).
        case "42P05", "26000": ConnectionFailure.poolerHint
        case "25006": ConnectionFailure.standbyHint
        case "42501": "the role lacks a privilege; see deploy/postgresql/roles.sql"
        // SQLITE_READONLY and SQLITE_CANTOPEN (https://www.sqlite.org/rescode.html).
        case let code where [8, 14].contains(kind(code)):
            "SQLite writes next to the file: give the server's user write access, or copy it and its -wal elsewhere"
        case "clock": "the database's clock was set back by over a minute"
        // From a primary whose commits wait for a standby.
        case "\(PostgresError.undecided(.late))", "\(PostgresError.undecided(.notReplicated))":
            "check in pg_stat_replication that a standby is connected"
        default: nil
        }
    }

    /// The message for the user of a command.
    var description: String {
        switch self {
        case .unavailable(let code): "The database rejected the request: \(Self.explained(code))."
        case .undecided(let code): "The database did not confirm the commit: \(Self.explained(code))."
        }
    }

    /// Returns the code with its advice, if any.
    static func explained(_ code: String) -> String { hint(on: code).map { "\(code) (\($0))" } ?? code }
}
