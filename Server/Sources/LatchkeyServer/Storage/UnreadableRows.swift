import Logging
import Synchronization

/// The rows that this server cannot read: each is logged and counted once, and then passed over, so that it holds no
/// other row up. They stay in the database for a newer server, or for the operator.
final class UnreadableRows: Sendable {
    enum Table: String, CaseIterable, Sendable {
        case accounts = "users"
        case activity
        case mailRequests = "mail_requests"
        case notices
        case outbox
        /// Attempts of an account that cannot be settled, whichever of the rows involved is at fault.
        case reservations
        case sessions
        case sessionTokens = "session_tokens"
        /// Passcodes that cannot be given to their accounts, whichever of the rows involved is at fault.
        case stagedPasscodes = "staged_passcodes"
    }

    /// Of a table. With more, rows behind them may have to wait for a server that can read them.
    static let maximum = 100_000

    private let keys = Mutex<[Table: Set<String>]>([:])
    private let metrics: ServerMetrics
    private let logger: Logger

    init(metrics: ServerMetrics, logger: Logger) {
        self.metrics = metrics
        self.logger = logger
    }

    /// The key of a row by its id, as ``StoredRow/key`` has it.
    static func key(ofID id: String) -> String { HexText.encode(Array(id.utf8)).uppercased() }

    /// The key of a row of `notices`.
    static func key(ofNotice kind: NoticeKind, accountID: String) -> String {
        key(ofID: accountID) + "." + key(ofID: kind.rawValue)
    }

    /// The keys of the table's rows that are passed over.
    func keys(in table: Table) -> Set<String> { keys.withLock { $0[table] ?? [] } }

    /// Passes the row over from now on. Returns false when it was passed over before, or when there are too many.
    @discardableResult
    func setAside(_ key: String, in table: Table) -> Bool {
        let isNew = keys.withLock { keys in
            guard keys[table]?.count ?? 0 < Self.maximum else { return false }
            return keys[table, default: []].insert(key).inserted
        }
        guard isNew else { return false }
        metrics.unreadableRows.count(table)
        logger.error(
            "row set aside, since it cannot be read", metadata: ["table": "\(table.rawValue)", "row": "\(key)"])
        return true
    }

    /// Notes the row that an error is about; each of those without an id, and of an unknown table, as one.
    func setAside(_ error: UnreadableRowError) {
        let table = error.table.flatMap(Table.init) ?? .sessions
        setAside(error.id.map(Self.key(ofID:)) ?? "-", in: table)
    }

    /// Returns the rows that have a value, and passes the others over.
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
