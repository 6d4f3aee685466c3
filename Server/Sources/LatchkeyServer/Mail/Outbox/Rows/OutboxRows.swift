/// The rows of queued emails.
struct OutboxRows {
    let session: any DatabaseSession

    // A generated column in PostgreSQL. With a known value, the planner turns the negated comparison into one without
    // an index.
    private static let isNotice: Statement.Text = "\(sqlite: "(purpose IS 'notice')", postgres: "is_notice")"
    private static let due: Statement.Text = """
        SELECT \(Statement.Text.key), \(QueuedEmail.table) FROM outbox
        WHERE \(isNotice) = $1 AND next_attempt_at <= $2 AND expires_at > $2
            AND \(Statement.Text.isNot(.key, in: "$3"))
        ORDER BY next_attempt_at, \(Statement.Text.age) LIMIT 1
        """
    private static let nextDue = Statement(due)
    // Skips rows locked by other workers. A locked row is read again, and is no longer due if it was reserved
    // meanwhile.
    private static let claimDue = Statement("\(due) \(sqlite: "", postgres: "FOR UPDATE SKIP LOCKED")")
    private static let count = QueuedEmail.table.count(by: "expires_at")
    private static let sealedMessage = Statement(
        "SELECT \(sqlite: "CAST(sealed_message AS TEXT)", postgres: "sealed_message") FROM outbox WHERE id = $1")
    private static let postpone = Statement("UPDATE outbox SET next_attempt_at = $2, failures = $3 WHERE id = $1")
    private static let hold = Statement("UPDATE outbox SET next_attempt_at = $2 WHERE id = $1")
    /// The condition of an email that waits too long, because the clock was set back. Its values: whether it is a
    /// notice, the future and the limit.
    private static let isTooLate: Statement.Text =
        "\(isNotice) = $1 AND next_attempt_at > $2 AND (next_attempt_at > $3 OR created_at > $2)"
    private static let anyTooLate = Statement(
        "SELECT 1 FROM outbox WHERE \(isTooLate) ORDER BY next_attempt_at DESC LIMIT 1")
    private static let clampTimestamps = BulkUpdate(
        of: QueuedEmail.table,
        set: "next_attempt_at = $4, created_at = \(Statement.Text.least)(created_at, $4)", where: isTooLate,
        inBatchesBy: "next_attempt_at DESC")
    private static let reseal = Statement("UPDATE outbox SET sealed_message = $2 WHERE id = $1")
    private static let deleteOfRecipient = Statement(
        "DELETE FROM outbox WHERE recipient = $1 AND purpose = $2 RETURNING next_attempt_at")
    private static let deleteOfPurpose = Statement("DELETE FROM outbox WHERE purpose = $1")
    private static let deleteExpired = QueuedEmail.table.deletion(upTo: "expires_at")

    /// Returns the email that has been due longest, of notices or of the others, except rows whose keys are in
    /// `excluded`, or nil.
    func nextDue(at now: Timestamp, isNotice: Bool, except excluded: Set<String>) throws -> StoredRow<QueuedEmail>? {
        try due(Self.nextDue, at: now, isNotice: isNotice, except: excluded)
    }

    /// Reserves the email of ``nextDue(at:isNotice:except:)`` until `time` for the calling worker. Leaves an unreadable
    /// row unchanged.
    func claimDue(
        at now: Timestamp, until time: Timestamp, isNotice: Bool, except excluded: Set<String>
    ) throws -> StoredRow<QueuedEmail>? {
        let row = try due(Self.claimDue, at: now, isNotice: isNotice, except: excluded)
        if let email = row?.value { try hold(id: email.id, until: time) }
        return row
    }

    private func due(
        _ statement: Statement, at now: Timestamp, isNotice: Bool, except excluded: Set<String>
    ) throws -> StoredRow<QueuedEmail>? {
        let rows: [StoredRow<QueuedEmail>] = try session.stored(
            statement, .flag(isNotice), .time(now), .keys(excluded))
        return rows.first
    }

    func insert(_ email: QueuedEmail) throws { try session.insert(email) }

    /// Returns the approximate number of emails.
    func count() throws -> Int { try session.number(Self.count) }

    /// Returns the IDs of up to `limit` emails after the previous page, including unreadable ones.
    func ids(after end: String?, limit: Int) throws -> RowPage<String> {
        try session.keys(of: QueuedEmail.table, after: end, limit: limit)
    }

    /// Returns the sealed message of an email, whatever else its row contains, or nil.
    func sealedMessage(id: String) throws -> String? {
        try session.rows(Self.sealedMessage, [.id(id)]) { try? $0.text(0) }.first ?? nil
    }

    /// Stores the time of the next attempt and the number of failures, if the email still exists.
    func postpone(id: String, until time: Timestamp, failures: Int) throws {
        try session.send(Self.postpone, [.id(id), .time(time), .count(failures)])
    }

    /// Reserves the email until `time`, if it still exists.
    func hold(id: String, until time: Timestamp) throws { try session.send(Self.hold, [.id(id), .time(time)]) }

    /// Whether ``clampTimestamps(to:laterThan:madeAfter:)`` would change any row.
    func isAny(laterThan limit: Timestamp, madeAfter future: Timestamp) throws -> Bool {
        try [false, true].contains { isNotice in
            try session.number(Self.anyTooLate, .flag(isNotice), .time(future), .time(limit)) == 1
        }
    }

    /// Sets the next attempt to `now` where it is after `limit`, or where it and the creation are after `future`; then
    /// also sets the creation to `now`. `limit` must not precede `future`.
    func clampTimestamps(to now: Timestamp, laterThan limit: Timestamp, madeAfter future: Timestamp) throws {
        for isNotice in [false, true] {
            try session.updateEach(Self.clampTimestamps, [.flag(isNotice), .time(future), .time(limit), .time(now)])
        }
    }

    /// Replaces the sealed message.
    func reseal(id: String, _ sealedMessage: String) throws {
        try session.send(Self.reseal, [.id(id), .text(sealedMessage)])
    }

    func delete(id: String) throws { try session.send(QueuedEmail.table.delete, [.id(id)]) }

    /// Deletes the recipient's emails of a purpose. Returns when the first was due; nil if there was none.
    @discardableResult func deleteAll(recipient: String, purpose: EmailPurpose) throws -> Timestamp? {
        try session.rows(Self.deleteOfRecipient, [.text(recipient), .word(purpose)]) { row in
            // Ignores a damaged time.
            (try? row.number(0)).flatMap { $0 }.flatMap { StoredValue.numbers.contains($0) ? $0 : nil }
        }.compactMap(\.self).min().map { Timestamp(milliseconds: $0) }
    }

    func deleteAll(purpose: EmailPurpose) throws { try session.send(Self.deleteOfPurpose, [.word(purpose)]) }

    func deleteExpired(at now: Timestamp, limit: Int) throws -> Int {
        try session.count(Self.deleteExpired, [.time(now), .count(limit)])
    }
}
