extension ConnectionFailure {
    /// What an operator should look at; nil where the message tells.
    package func hint(behind pooler: PostgresSettings.Pooler) -> String? {
        // A protocol violation: as such PgBouncer rejects settings that come with a connection.
        if state?.code == "08P01", pooler == .none {
            return "behind a pooler such as PgBouncer, set LATCHKEY_DATABASE_POOLER=transaction"
        }
        // libpq's words where `target_session_attrs` is not met.
        return message.contains("session is read-only") ? "a standby, or default_transaction_read_only is on" : nil
    }
}
