import Foundation
import LatchkeyPostgres

struct OutboxPostgresRepository: OutboxRepository, PostgresRepository {
    let context: PostgresRepositoryContext

    private static let table = "outbox"

    private static let nextDue = PostgresStatement(
        """
        SELECT id, purpose, recipient, sealed_message, created_at, expires_at, failures, next_attempt_at
        FROM outbox WHERE is_notice = $1 AND next_attempt_at <= $2 AND expires_at > $2
        ORDER BY next_attempt_at, seq LIMIT $3
        """)
    // What another worker is about to take is passed over, and what it took meanwhile is no longer due: the row that is
    // locked is read again.
    private static let lockDue = PostgresStatement(
        """
        SELECT id, purpose, recipient, sealed_message, created_at, expires_at, failures, next_attempt_at
        FROM outbox WHERE is_notice = $1 AND next_attempt_at <= $2 AND expires_at > $2
            AND uuid_send(id) <> ALL ($3)
        ORDER BY next_attempt_at, seq LIMIT 1 FOR UPDATE SKIP LOCKED
        """)
    private static let insert = PostgresStatement(
        """
        INSERT INTO outbox (id, purpose, recipient, sealed_message, created_at, expires_at, failures, next_attempt_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """)
    // Counted up to a thousand. An estimate beyond: to count the rows of a large table would read them all.
    private static let count = PostgresStatement(
        """
        SELECT CASE WHEN counted < 1000 THEN counted ELSE greatest(counted, (
            SELECT reltuples::bigint FROM pg_class WHERE oid = 'outbox'::regclass)) END
        FROM (SELECT count(*) AS counted FROM (SELECT 1 FROM outbox ORDER BY expires_at LIMIT 1000) AS first) AS counts
        """)
    private static let ids = PostgresStatement("SELECT id FROM outbox WHERE id > $1 ORDER BY id LIMIT $2")
    private static let sealedMessage = PostgresStatement("SELECT sealed_message FROM outbox WHERE id = $1")
    private static let postpone = PostgresStatement(
        "UPDATE outbox SET next_attempt_at = $2, failures = $3 WHERE id = $1")
    private static let hold = PostgresStatement("UPDATE outbox SET next_attempt_at = $2 WHERE id = $1")
    private static let isAny = PostgresStatement(
        """
        SELECT coalesce((
            SELECT true FROM outbox WHERE NOT is_notice AND next_attempt_at > $2
                AND (next_attempt_at > $1 OR created_at > $2) ORDER BY next_attempt_at DESC LIMIT 1
        ), (
            SELECT true FROM outbox WHERE is_notice AND next_attempt_at > $2
                AND (next_attempt_at > $1 OR created_at > $2) ORDER BY next_attempt_at DESC LIMIT 1
        ), false)
        """)
    private static let bringBack = PostgresStatement(
        """
        UPDATE outbox SET next_attempt_at = $1, created_at = least(created_at, $1) WHERE id = ANY (ARRAY (
            SELECT id FROM outbox WHERE is_notice = $4 AND next_attempt_at > $3
                AND (next_attempt_at > $2 OR created_at > $3)
            ORDER BY next_attempt_at DESC LIMIT 1000 FOR UPDATE SKIP LOCKED))
        """)
    private static let reseal = PostgresStatement("UPDATE outbox SET sealed_message = $2 WHERE id = $1")
    private static let delete = PostgresStatement("DELETE FROM outbox WHERE id = $1")
    private static let deleteOfRecipient = PostgresStatement(
        "DELETE FROM outbox WHERE recipient = $1 AND purpose = $2 RETURNING next_attempt_at")
    private static let deleteOfPurpose = PostgresStatement("DELETE FROM outbox WHERE purpose = $1")
    private static let deleteExpired = PostgresStatement(
        """
        DELETE FROM outbox WHERE id = ANY (ARRAY (
            SELECT id FROM outbox WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        """)

    func nextDue(at now: Timestamp, isNotice: Bool, except excluded: Set<String>) throws -> StoredRow<QueuedMail>? {
        // Few are set aside, if any.
        try run(Self.nextDue(isNotice, now.value, Int64(1 + excluded.count))).rows
            .map { row in try StoredRow(rowOf: row) { try read($0) } }
            .first { !excluded.contains($0.key) }
    }

    func claimDue(
        at now: Timestamp, until time: Timestamp, isNotice: Bool, except excluded: Set<String>
    ) throws -> StoredRow<QueuedMail>? {
        let row = try run(Self.lockDue(isNotice, now.value, Self.ids(ofKeys: excluded))).first
            .map { row in try StoredRow(rowOf: row) { try read($0) } }
        // What cannot be read stays as it is.
        if let mail = row?.value { try hold(id: mail.id, until: time) }
        return row
    }

    func insert(_ mail: QueuedMail) throws {
        queue(
            Self.insert(
                try UUID(storedID: mail.id, of: Self.table), mail.purpose.rawValue, mail.recipient,
                mail.sealedMessage, mail.createdAt.value, mail.expiresAt.value, Int64(mail.failures),
                mail.nextAttemptAt.value))
    }

    func count() throws -> Int { try Int(run(Self.count()).first?.value(0, as: Int64.self) ?? 0) }

    func ids(after end: String?, limit: Int) throws -> RowPage<String> {
        let start = end.flatMap { UUID(rowID: $0) } ?? UUID.zero
        let ids = try run(Self.ids(start, Int64(limit))).rows.map { row in
            HexText.encode(try row.value(0, as: UUID.self).bytes)
        }
        return RowPage(rows: ids, next: ids.last)
    }

    func sealedMessage(id: String) throws -> String? {
        guard let id = UUID(rowID: id) else { return nil }
        return try run(Self.sealedMessage(id)).first?.value(0)
    }

    func postpone(id: String, until time: Timestamp, failures: Int) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.postpone(id, time.value, Int64(failures)))
    }

    func hold(id: String, until time: Timestamp) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.hold(id, time.value))
    }

    func isAny(laterThan limit: Timestamp, madeAfter future: Timestamp) throws -> Bool {
        try run(Self.isAny(limit.value, future.value)).first?.value(0) ?? false
    }

    func bringBack(to now: Timestamp, laterThan limit: Timestamp, madeAfter future: Timestamp) throws {
        for isNotice in [false, true] {
            while try run(Self.bringBack(now.value, limit.value, future.value, isNotice)).affected == 1000 {}
        }
    }

    func reseal(id: String, _ sealedMessage: String) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.reseal(id, sealedMessage))
    }

    func delete(id: String) throws {
        guard let id = UUID(rowID: id) else { return }
        queue(Self.delete(id))
    }

    func deleteAll(recipient: String, purpose: MailPurpose) throws -> Timestamp? {
        try run(Self.deleteOfRecipient(recipient, purpose.rawValue)).rows
            .map { Timestamp(milliseconds: try $0.value(0)) }.min()
    }

    func deleteAll(purpose: MailPurpose) throws { queue(Self.deleteOfPurpose(purpose.rawValue)) }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try run(Self.deleteExpired(now.value, Int64(limit))).affected
    }

    /// The ids of rows by their keys; see ``UnreadableRows/key(ofID:)``.
    private static func ids(ofKeys keys: Set<String>) -> PostgresByteArrays {
        PostgresByteArrays(
            keys.compactMap { key in
                HexText.decode(key.lowercased()).flatMap { HexText.decode(String(decoding: $0, as: UTF8.self)) }
            })
    }

    private func read(_ row: PostgresRow) throws -> QueuedMail {
        var row = PostgresRowReader(row, of: Self.table)
        return QueuedMail(
            id: try row.key(), purpose: try row.word(), recipient: try row.value(),
            sealedMessage: try row.value(), createdAt: try row.time(), expiresAt: try row.time(),
            failures: try row.number(in: QueuedMail.failureCounts), nextAttemptAt: try row.time())
    }
}
