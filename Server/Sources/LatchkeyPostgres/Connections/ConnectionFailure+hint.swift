extension ConnectionFailure {
    package static let poolerHint =
        "for a connection pooler such as PgBouncer, set LATCHKEY_DATABASE_POOLER=transaction"
    package static let standbyHint = "it is a standby, or default_transaction_read_only is on"

    /// Advice for the operator; nil if the message is clear.
    package func hint(behind pooler: PostgresSettings.Pooler) -> String? {
        // A protocol violation: PgBouncer rejects settings of a connection with it.
        if state?.code == "08P01", pooler == .none { return Self.poolerHint }
        // libpq's message if `target_session_attrs` does not match.
        return message.contains("session is read-only") ? Self.standbyHint : nil
    }
}
