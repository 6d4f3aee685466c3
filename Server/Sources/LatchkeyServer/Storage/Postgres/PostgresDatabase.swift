import LatchkeyPostgres

/// The PostgreSQL database of the settings.
struct PostgresDatabase: Sendable {
    let settings: PostgresSettings
    /// The number of concurrent transactions, in addition to two connections for the gate and one for the heartbeat.
    let connections: Int
    /// Whether `serve` migrates the schema, or only `migrate`, with its own role.
    let migratesWhenServing: Bool
}
