/// The two databases.
enum Dialect: Sendable {
    case sqlite
    case postgres
}
