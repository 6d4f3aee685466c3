import Logging
import Synchronization

/// The rows that this server cannot read: each is logged and counted once, and then skipped, so that it delays no other
/// row. They stay in the database for a newer server, or for the operator.
final class UnreadableRows: Sendable {
    enum Table: String, CaseIterable, Sendable {
        case accounts = "users"
        case activity
        case mailRequests = "mail_requests"
        case notices
        case outbox
        case passkeys
        /// Attempts of an account that cannot be settled, whichever of the rows involved is at fault.
        case reservations
        case sessions
        case sessionTokens = "session_tokens"
        /// Passcodes that cannot be given to their accounts, whichever of the rows involved is at fault.
        case stagedPasscodes = "staged_passcodes"
    }

    /// The most rows of a table. With more, rows behind them may have to wait for a server that can read them.
    static let maximum = 100_000

    let counter = LabelledCounter<Table>(
        "latchkey_unreadable_rows_total", "Rows that were set aside as unreadable.", label: "table")
    private let keys = Mutex<[Table: Set<String>]>([:])
    private let logger: Logger

    init(logger: Logger) {
        self.logger = logger
    }

    /// Returns the ``StoredRow/key`` of a row by its id.
    static func key(ofID id: String) -> String { HexText.encode(Array(id.utf8)).uppercased() }

    /// Returns the ``StoredRow/key`` of a row of `notices`.
    static func key(ofNotice kind: NoticeKind, accountID: String) -> String {
        key(ofID: accountID) + "." + key(ofID: kind.rawValue)
    }

    /// Returns the keys of the table's rows that are skipped.
    func keys(in table: Table) -> Set<String> { keys.withLock { $0[table] ?? [] } }

    /// Skips the row from now on. Returns false when it was skipped before, or when there are too many.
    @discardableResult
    func setAside(_ key: String, in table: Table) -> Bool {
        let isNew = keys.withLock { keys in
            guard keys[table]?.count ?? 0 < Self.maximum else { return false }
            return keys[table, default: []].insert(key).inserted
        }
        guard isNew else { return false }
        counter.count(table)
        logger.error(
            "row set aside, since it cannot be read", metadata: ["table": "\(table.rawValue)", "row": "\(key)"])
        return true
    }

    /// Sets aside the row that an error is about; errors without an id, or of an unknown table, count as one row.
    func setAside(_ error: UnreadableRowError) {
        let table = error.table.flatMap(Table.init) ?? .sessions
        setAside(error.id.map(Self.key(ofID:)) ?? "-", in: table)
    }

    /// Returns the rows that have a value, and sets the others aside.
    func readable<Value>(_ rows: [StoredRow<Value>], in table: Table) -> [(key: String, value: Value)] {
        rows.compactMap { row in
            guard let value = row.value else {
                setAside(row.key, in: table)
                return nil
            }
            return (row.key, value)
        }
    }
}
