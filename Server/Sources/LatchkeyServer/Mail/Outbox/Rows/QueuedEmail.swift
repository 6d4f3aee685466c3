/// A queued email: the row in `outbox`.
struct QueuedEmail: Equatable, Sendable {
    let id: String
    let purpose: EmailPurpose
    let recipient: String
    /// The sealed content. The row is deleted when the email was sent or has expired.
    let sealedMessage: String
    let createdAt: Timestamp
    /// After this time the email is not sent.
    let expiresAt: Timestamp
    var failures: Int
    /// The earliest time of the next attempt. A worker that reserves the email postpones it.
    var nextAttemptAt: Timestamp
}

extension QueuedEmail: TableRow {
    static let table = Table(
        "outbox",
        [
            .id("id"), .word("purpose"), .email("recipient"), .record("sealed_message"),
            .time("created_at"), .time("expires_at"), .counter("failures", upTo: 999_999), .time("next_attempt_at"),
        ],
        hasAge: true,
        generated: [
            "\(sqlite: "", postgres: "is_notice boolean NOT NULL GENERATED ALWAYS AS (purpose = 'notice') STORED")"
        ],
        indexes: [
            """
            INDEX outbox_due ON outbox
            (\(sqlite: "(purpose IS 'notice'), next_attempt_at", postgres: "is_notice, next_attempt_at, seq"))
            """,
            "INDEX outbox_of_recipient ON outbox (recipient, purpose)",
            "INDEX outbox_by_end ON outbox (expires_at)",
        ],
        storage: "autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0")

    init(_ row: inout RowReader) throws {
        id = try row.key()
        purpose = try row.word()
        recipient = try row.text()
        sealedMessage = try row.text()
        createdAt = try row.time()
        expiresAt = try row.time()
        failures = try row.number()
        nextAttemptAt = try row.time()
    }

    var values: [SQLValue] {
        [
            .id(id), .word(purpose), .text(recipient), .text(sealedMessage), .time(createdAt), .time(expiresAt),
            .count(failures), .time(nextAttemptAt),
        ]
    }
}
