/// The location of the database.
enum DatabaseLocation: Sendable {
    case sqlite(path: String)
    case postgres(PostgresDatabase)
}
