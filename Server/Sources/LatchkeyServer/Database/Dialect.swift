/// The SQL dialect: SQLite or PostgreSQL.
enum Dialect: Sendable {
    case sqlite
    case postgres
}
