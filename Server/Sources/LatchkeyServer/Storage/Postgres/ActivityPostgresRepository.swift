import Foundation
import LatchkeyAPI
import LatchkeyPostgres

struct ActivityPostgresRepository: ActivityRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "activity"

    private static let page = PostgresStatement(
        """
        SELECT id, account_id, at, kind, device_name, ip FROM activity WHERE account_id = $1 AND id < $2
        ORDER BY id DESC LIMIT $3
        """)
    private static let insert = PostgresStatement(
        "INSERT INTO activity (account_id, at, kind, device_name, ip) VALUES ($1, $2, $3, $4, $5)")
    private static let deleteOldest = PostgresStatement(
        """
        DELETE FROM activity WHERE account_id = $1 AND kind = $2 AND id <= (
            SELECT id FROM activity WHERE account_id = $1 AND kind = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)
        """)
    private static let deleteOld = PostgresStatement(
        """
        DELETE FROM activity WHERE id = ANY (ARRAY (
            SELECT id FROM activity WHERE at <= $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED))
        """)

    func page(accountID: String, before: Int64?, limit: Int) throws -> [StoredRow<ActivityEvent>] {
        guard let account = UUID(rowID: accountID) else { return [] }
        return try run(Self.page(account, before ?? .max, Int64(limit))).rows.map { row in
            StoredRow(key: String(try row.value(0, as: Int64.self)), value: try unlessUnreadable { try read(row) })
        }
    }

    func insert(_ event: ActivityEvent) throws {
        queue(
            Self.insert(
                try UUID(storedID: event.accountID, of: Self.table), event.at.value, event.kind.rawValue,
                event.deviceName, event.ip))
    }

    func deleteOldest(accountID: String, kind: ActivityKind, keeping count: Int) throws {
        guard let account = UUID(rowID: accountID) else { return }
        queue(Self.deleteOldest(account, kind.rawValue, Int64(count)))
    }

    func delete(upTo time: Timestamp, limit: Int) throws -> Int {
        try run(Self.deleteOld(time.value, Int64(limit))).affected
    }

    private func read(_ row: PostgresRow) throws -> ActivityEvent {
        var row = PostgresRowReader(row, of: Self.table)
        return ActivityEvent(
            id: try row.value(), accountID: try row.rowID(), at: try row.time(), kind: try row.word(),
            deviceName: try row.value(), ip: try row.value())
    }
}
