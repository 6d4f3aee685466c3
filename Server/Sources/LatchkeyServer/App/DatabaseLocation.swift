/// Where the database is.
enum DatabaseLocation: Sendable {
    case sqlite(path: String)
    #if PostgreSQL
    case postgres(PostgresDatabase)
    #endif
}
