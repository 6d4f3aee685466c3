import Logging
import Synchronization

/// The quarantine of rows that this server cannot read. Each is logged and counted once, then skipped, so that it does
/// not block other rows. They stay in the database for a newer server or the operator.
final class UnreadableRows: Sendable {
    enum Table: String, CaseIterable, Sendable {
        case accounts = "users"
        case activity
        case administration
        case emailRequests = "mail_requests"
        case notices
        case outbox
        case passkeys
        /// Attempts of an account that cannot be settled, whichever row is damaged.
        case reservations
        case sessions
        case sessionTokens = "session_tokens"
        /// Passcodes that cannot be stored in their accounts, whichever row is damaged.
        case stagedPasscodes = "staged_passcodes"
        case unlockKeys = "unlock_keys"
    }

    /// Maximum number of rows per table. Beyond it, later rows may be blocked.
    static let maximum = 100_000

    let counter = LabelledCounter<Table>(
        "latchkey_unreadable_rows_total", "Quarantined rows that this server could not read.", label: "table")
    private let keys = Mutex<[Table: Set<String>]>([:])
    private let logger: Logger

    init(logger: Logger) {
        self.logger = logger
    }

    /// Returns the ``StoredRow/key`` of a row by its ID.
    static func key(ofID id: String) -> String { HexText.encode(Array(id.utf8)).uppercased() }

    /// Returns the ``StoredRow/key`` of a row of `notices`.
    static func key(ofNotice kind: NoticeKind, accountID: String) -> String {
        key(ofID: accountID) + "." + key(ofID: kind.rawValue)
    }

    /// Returns the keys of the table's skipped rows.
    func keys(in table: Table) -> Set<String> { keys.withLock { $0[table] ?? [] } }

    /// Quarantines a row. Returns false if it already is, or the maximum is reached.
    @discardableResult
    func quarantine(_ key: String, in table: Table) -> Bool {
        let isNew = keys.withLock { keys in
            guard keys[table]?.count ?? 0 < Self.maximum else { return false }
            return keys[table, default: []].insert(key).inserted
        }
        guard isNew else { return false }
        counter.count(table)
        logger.error(
            "row quarantined: damaged, or from a newer version; check the disk, or upgrade",
            metadata: ["table": "\(table.rawValue)", "row": "\(key)"])
        return true
    }

    /// Quarantines the row of an error. Errors without an ID, or of an unknown table, count as one row.
    func quarantine(_ error: InvalidRowError) {
        let table = error.table.flatMap(Table.init) ?? .sessions
        quarantine(error.id.map(Self.key(ofID:)) ?? "-", in: table)
    }

    /// Returns the readable rows, and quarantines the others.
    func readable<Value>(_ rows: [StoredRow<Value>], in table: Table) -> [(key: String, value: Value)] {
        rows.compactMap { row in
            guard let value = row.value else {
                quarantine(row.key, in: table)
                return nil
            }
            return (row.key, value)
        }
    }
}
