/// The emails on their way.
struct OutboxRows {
    let session: any DatabaseSession

    // PostgreSQL has a column of it: where the value is known, it turns the negated comparison into one that no index
    // has.
    private static let isNotice: Statement.Text = "\(sqlite: "(purpose IS 'notice')", postgres: "is_notice")"
    private static let due: Statement.Text = """
        SELECT \(Statement.Text.key), \(QueuedMail.table) FROM outbox
        WHERE \(isNotice) = $1 AND next_attempt_at <= $2 AND expires_at > $2
            AND \(Statement.Text.isNot(.key, in: "$3"))
        ORDER BY next_attempt_at, \(Statement.Text.age) LIMIT 1
        """
    private static let nextDue = Statement(due)
    // What another worker is about to take is passed over, and what it took meanwhile is no longer due: the row that is
    // locked is read again.
    private static let claimDue = Statement("\(due) \(sqlite: "", postgres: "FOR UPDATE SKIP LOCKED")")
    // PostgreSQL counts up to a thousand, and estimates beyond: to count the rows of a large table would read them all.
    private static let count = Statement(
        sqlite: "SELECT count(*) FROM outbox",
        postgres: """
            SELECT CASE WHEN counted < 1000 THEN counted ELSE greatest(counted, (
                SELECT reltuples::bigint FROM pg_class WHERE oid = 'outbox'::regclass)) END
            FROM (SELECT count(*) AS counted FROM (
                SELECT 1 FROM outbox ORDER BY expires_at LIMIT 1000) AS first) AS counts
            """)
    private static let sealedMessage = Statement(
        "SELECT \(sqlite: "CAST(sealed_message AS TEXT)", postgres: "sealed_message") FROM outbox WHERE id = $1")
    private static let postpone = Statement("UPDATE outbox SET next_attempt_at = $2, failures = $3 WHERE id = $1")
    private static let hold = Statement("UPDATE outbox SET next_attempt_at = $2 WHERE id = $1")
    /// Takes whether it is a notice, the future and the limit.
    private static let isTooLate: Statement.Text =
        "\(isNotice) = $1 AND next_attempt_at > $2 AND (next_attempt_at > $3 OR created_at > $2)"
    private static let anyTooLate = Statement(
        "SELECT 1 FROM outbox WHERE \(isTooLate) ORDER BY next_attempt_at DESC LIMIT 1")
    private static let bringBack = BulkUpdate(
        of: QueuedMail.table,
        set: "next_attempt_at = $4, created_at = \(Statement.Text.least)(created_at, $4)", where: isTooLate,
        inBatchesBy: "next_attempt_at DESC")
    private static let reseal = Statement("UPDATE outbox SET sealed_message = $2 WHERE id = $1")
    private static let deleteOfRecipient = Statement(
        "DELETE FROM outbox WHERE recipient = $1 AND purpose = $2 RETURNING next_attempt_at")
    private static let deleteOfPurpose = Statement("DELETE FROM outbox WHERE purpose = $1")
    private static let deleteExpired = QueuedMail.table.deletion(upTo: "expires_at")

    /// The unsent one that is due longest, of notices or of all others, without those whose keys are in `excluded`; nil
    /// when there is none.
    func nextDue(at now: Timestamp, isNotice: Bool, except excluded: Set<String>) throws -> StoredRow<QueuedMail>? {
        try due(Self.nextDue, at: now, isNotice: isNotice, except: excluded)
    }

    /// Returns what ``nextDue(at:isNotice:except:)`` does, and keeps it until `time` for the worker that asks: no other
    /// gets it meanwhile. A row that cannot be read is left as it is.
    func claimDue(
        at now: Timestamp, until time: Timestamp, isNotice: Bool, except excluded: Set<String>
    ) throws -> StoredRow<QueuedMail>? {
        let row = try due(Self.claimDue, at: now, isNotice: isNotice, except: excluded)
        if let mail = row?.value { try hold(id: mail.id, until: time) }
        return row
    }

    private func due(
        _ statement: Statement, at now: Timestamp, isNotice: Bool, except excluded: Set<String>
    ) throws -> StoredRow<QueuedMail>? {
        let rows: [StoredRow<QueuedMail>] = try session.stored(
            statement, .flag(isNotice), .time(now), .keys(excluded))
        return rows.first
    }

    func insert(_ mail: QueuedMail) throws { try session.insert(mail) }

    /// About how many there are.
    func count() throws -> Int { try session.number(Self.count) }

    /// Returns the ids of up to `limit` emails from where the page before them ended, also of those that cannot be
    /// read.
    func ids(after end: String?, limit: Int) throws -> RowPage<String> {
        try session.keys(of: QueuedMail.table, after: end, limit: limit)
    }

    /// The sealed message of an email, whatever else its row holds; nil when there is none.
    func sealedMessage(id: String) throws -> String? {
        try session.rows(Self.sealedMessage, [.id(id)]) { try? $0.text(0) }.first ?? nil
    }

    /// Keeps when it is to be tried next and how often that failed. Does nothing when the email is gone.
    func postpone(id: String, until time: Timestamp, failures: Int) throws {
        try session.send(Self.postpone, [.id(id), .time(time), .count(failures)])
    }

    /// Keeps the email for the worker that has it until `time`. Does nothing when the email is gone.
    func hold(id: String, until time: Timestamp) throws { try session.send(Self.hold, [.id(id), .time(time)]) }

    /// Whether ``bringBack(to:laterThan:madeAfter:)`` finds any.
    func isAny(laterThan limit: Timestamp, madeAfter future: Timestamp) throws -> Bool {
        try [false, true].contains { isNotice in
            try session.number(Self.anyTooLate, .flag(isNotice), .time(future), .time(limit)) == 1
        }
    }

    /// Lets those be tried at `now` that are to be tried later than `limit`, or were made after `future` and are to be
    /// tried after it; these count as made at `now`. No `limit` is before its `future`.
    func bringBack(to now: Timestamp, laterThan limit: Timestamp, madeAfter future: Timestamp) throws {
        for isNotice in [false, true] {
            try session.updateEach(Self.bringBack, [.flag(isNotice), .time(future), .time(limit), .time(now)])
        }
    }

    /// Replaces the sealed message.
    func reseal(id: String, _ sealedMessage: String) throws {
        try session.send(Self.reseal, [.id(id), .text(sealedMessage)])
    }

    func delete(id: String) throws { try session.send(QueuedMail.table.delete, [.id(id)]) }

    /// Returns when the first of them was to be tried; nil when there was none.
    @discardableResult func deleteAll(recipient: String, purpose: MailPurpose) throws -> Timestamp? {
        try session.rows(Self.deleteOfRecipient, [.text(recipient), .word(purpose)]) { row in
            // A damaged time counts for nothing.
            (try? row.number(0)).flatMap { $0 }.flatMap { StoredValue.numbers.contains($0) ? $0 : nil }
        }.compactMap(\.self).min().map { Timestamp(milliseconds: $0) }
    }

    func deleteAll(purpose: MailPurpose) throws { try session.send(Self.deleteOfPurpose, [.word(purpose)]) }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteExpired, [.time(now), .count(limit)])
    }
}
