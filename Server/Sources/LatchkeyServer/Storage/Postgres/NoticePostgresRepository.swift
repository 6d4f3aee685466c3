import Foundation
import LatchkeyPostgres

struct NoticePostgresRepository: NoticeRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "notices"

    private static let byKey = PostgresStatement(
        """
        SELECT account_id, kind, email, language, count, first_at, latest_at, device_name, ip, due_at
        FROM notices WHERE account_id = $1 AND kind = $2
        """)
    // What is due, and what is due so late that the clock must have gone back since.
    private static let due = PostgresStatement(
        """
        SELECT account_id, kind, email, language, count, first_at, latest_at, device_name, ip, due_at
        FROM (
            (SELECT * FROM notices WHERE count > 0 AND due_at <= $1 ORDER BY due_at, seq LIMIT $3)
            UNION ALL
            (SELECT * FROM notices WHERE count > 0 AND due_at > $2 ORDER BY due_at, seq LIMIT $3)
        ) AS waiting ORDER BY due_at, seq LIMIT $3
        """)
    private static let save = PostgresStatement(
        """
        INSERT INTO notices
            (account_id, kind, email, language, count, first_at, latest_at, device_name, ip, due_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (account_id, kind) DO UPDATE SET email = $3, language = $4, count = $5, first_at = $6,
            latest_at = $7, device_name = $8, ip = $9, due_at = $10
        """)
    // By their places, since the key is of two columns. What another write changes has another place then, and stays.
    private static let deleteMailed = PostgresStatement(
        """
        DELETE FROM notices WHERE ctid = ANY (ARRAY (
            SELECT ctid FROM notices WHERE count = 0 AND due_at <= $1
            ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        """)

    func find(accountID: String, kind: NoticeKind) throws -> Notice? {
        guard let id = UUID(rowID: accountID) else { return nil }
        return try run(Self.byKey(id, kind.rawValue)).first.map(read)
    }

    func due(at now: Timestamp, limit: Int, except excluded: Set<String>) throws -> [StoredRow<Notice>] {
        // Few are set aside, if any.
        let wanted = limit + excluded.count
        let rows = try run(Self.due(now.value, (now + Notice.interval).value, Int64(wanted))).rows.map { row in
            StoredRow(key: try key(of: row), value: try unlessUnreadable { try read(row) })
        }
        return Array(rows.filter { !excluded.contains($0.key) }.prefix(limit))
    }

    func save(_ notice: Notice) throws {
        queue(
            Self.save(
                try UUID(storedID: notice.accountID, of: Self.table), notice.kind.rawValue, notice.email,
                notice.language, Int64(notice.count), notice.firstAt.value, notice.latestAt.value, notice.deviceName,
                notice.ip, notice.dueAt.value))
    }

    func deleteMailed(at now: Timestamp, limit: Int) throws -> Int {
        try run(Self.deleteMailed(now.value, Int64(limit))).affected
    }

    private func key(of row: PostgresRow) throws -> String {
        let account = HexText.encode(try row.value(0, as: UUID.self).bytes)
        return UnreadableRows.key(ofID: account) + "." + UnreadableRows.key(ofID: try row.value(1))
    }

    private func read(_ row: PostgresRow) throws -> Notice {
        var row = PostgresRowReader(row, of: Self.table)
        return Notice(
            accountID: try row.key(), kind: try row.word(), email: try row.value(), language: try row.value(),
            count: try row.number(in: Notice.counts), firstAt: try row.time(), latestAt: try row.time(),
            deviceName: try row.value(), ip: try row.value(), dueAt: try row.time())
    }
}
