/// Where the database is.
enum DatabaseLocation: Sendable {
    case sqlite(path: String)
    case postgres(PostgresDatabase)
}
