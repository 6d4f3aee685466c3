import LatchkeyPostgres

/// A database of PostgreSQL's, as the settings name it.
struct PostgresDatabase: Sendable {
    let settings: PostgresSettings
    /// How many transactions run at once, beside two connections for the gate and one for the beat.
    let connections: Int
    /// Whether `serve` brings the schema up to date, or `migrate` alone does, with a role of its own.
    let migratesWhenServing: Bool
}
