/// The rows of accounts, by address, for administrators.
struct PersonRows {
    let session: any DatabaseSession

    /// The bounds of a page.
    struct Place: Sendable {
        /// The first address.
        let first: String
        /// The upper bound of the addresses, after the last one.
        let end: String
        let limit: Int
    }

    /// A row of the list.
    struct Row: Sendable {
        /// The address; empty if it is not text.
        let email: String
        /// The account; nil if it cannot be read.
        let account: Account?
        /// The number of sessions.
        let devices: Int
        let lastActiveAt: Timestamp?
    }

    // Sessions that have ended under the team's rules do not count.
    private static let sessions: Statement.Text = """
        FROM sessions WHERE account_id = users.id AND expires_at > $4 AND sessions.created_at > $5
        """
    private static let columns: Statement.Text = """
        CAST(email AS text), (SELECT count(*) \(sessions)), (SELECT max(last_active_at) \(sessions)), \(Account.table)
        """
    private static let page = Statement(
        "SELECT \(columns) FROM users WHERE email >= $1 AND email < $2 ORDER BY email LIMIT $3")
    private static let pageByState = Statement(
        """
        SELECT \(columns) FROM users WHERE state = $6 AND email >= $1 AND email < $2 ORDER BY email LIMIT $3
        """)
    // In the index's order. Otherwise PostgreSQL may scan the whole table for a rare state while many pages are not
    // all-visible (https://www.postgresql.org/docs/15/indexes-index-only-scans.html).
    private static let count = Statement(
        "SELECT count(*) FROM (SELECT 1 FROM users WHERE state = $1 ORDER BY email LIMIT $2) AS counted")
    // Not EXISTS, which PostgreSQL may join with the whole table.
    private static let countWithoutDevice = Statement(
        """
        SELECT count(*) FROM (
            SELECT id, passcode_version FROM users WHERE state = $1 ORDER BY email LIMIT $2) AS counted
        WHERE (SELECT 1 FROM unlock_keys WHERE account_id = counted.id AND tag_digest IS NOT NULL
            AND private_key IS NOT NULL AND passcode_version = counted.passcode_version LIMIT 1) IS NULL
        """)

    /// Returns accounts by address.
    ///
    /// - Parameter begunAfter: Sessions that started earlier have ended.
    func page(at place: Place, now: Timestamp, begunAfter: Timestamp) throws -> [Row] {
        try rows(Self.page, values(place, now, begunAfter))
    }

    /// Returns accounts of a state by address.
    func page(of state: AccountState, at place: Place, now: Timestamp, begunAfter: Timestamp) throws -> [Row] {
        try rows(Self.pageByState, values(place, now, begunAfter) + [.word(state)])
    }

    /// Returns the number of accounts of a state, up to `limit`.
    func count(of state: AccountState, limit: Int) throws -> Int {
        try session.number(Self.count, .word(state), .count(limit))
    }

    /// Returns the number of accounts with a passcode, among the first `limit` by address, that have no device with a
    /// usable unlock key.
    func countWithoutDevice(limit: Int) throws -> Int {
        try session.number(Self.countWithoutDevice, .word(AccountState.passcodeSet), .count(limit))
    }

    private func values(_ place: Place, _ now: Timestamp, _ begunAfter: Timestamp) -> [SQLValue] {
        [.text(place.first), .text(place.end), .count(place.limit), .time(now), .time(begunAfter)]
    }

    /// Reads the rows of a page. A damaged session or account does not hide others (V15).
    private func rows(_ statement: Statement, _ values: [SQLValue]) throws -> [Row] {
        try session.rows(statement, values) { found in
            let lastActive = try? found.number(2)
            return Row(
                email: (try? found.text(0)) ?? "", account: try unlessUnreadable { try found.read(from: 3) as Account },
                devices: Int((try? found.number(1)) ?? 0),
                lastActiveAt: lastActive.flatMap {
                    StoredValue.numbers.contains($0) ? Timestamp(milliseconds: $0) : nil
                })
        }
    }
}
