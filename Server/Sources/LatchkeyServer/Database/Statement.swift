import LatchkeyPostgres

/// An SQL statement for both databases, with `$1`, `$2` … for its values.
///
/// It is a constant, composed of literals and names of tables and columns, so that no value is parsed as SQL.
///
///     static let byEmail = Statement("SELECT \(Account.table) FROM users WHERE email = $1")
struct Statement: Sendable {
    /// The text for SQLite, with `?1`, `?2` … for values (https://www.sqlite.org/lang_expr.html#parameters).
    let sqlite: String
    let postgres: PostgresStatement

    init(_ text: Text) { self.init(sqlite: text.sqlite, postgres: text.postgres) }

    /// Creates a statement from texts composed of literals and names.
    init(sqlite: String, postgres: String) {
        self.sqlite = sqlite.replacing("$", with: "?")
        self.postgres = PostgresStatement(composed: postgres)
    }

    /// The text of a statement or a part of it.
    struct Text: ExpressibleByStringInterpolation, Sendable {
        fileprivate(set) var sqlite: String
        fileprivate(set) var postgres: String

        init(sqlite: String, postgres: String) {
            (self.sqlite, self.postgres) = (sqlite, postgres)
        }

        /// Creates a text that is composed of literals and names.
        init(composed text: String) { self.init(sqlite: text, postgres: text) }

        init(stringLiteral value: StaticString) {
            (sqlite, postgres) = ("\(value)", "\(value)")
        }

        init(stringInterpolation: StringInterpolation) {
            (sqlite, postgres) = (stringInterpolation.sqlite, stringInterpolation.postgres)
        }

        static func + (first: Text, second: Text) -> Text {
            Text(sqlite: first.sqlite + second.sqlite, postgres: first.postgres + second.postgres)
        }

        func text(for dialect: Dialect) -> String { dialect == .sqlite ? sqlite : postgres }
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sqlite = ""
        fileprivate var postgres = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: StaticString) { append("\(literal)", "\(literal)") }
        /// Appends the columns of a table.
        mutating func appendInterpolation(_ table: Table) { appendInterpolation(table.list()) }
        mutating func appendInterpolation(_ table: Table, as alias: String) {
            appendInterpolation(table.list(as: alias))
        }
        mutating func appendInterpolation(_ text: Statement.Text) { append(text.sqlite, text.postgres) }
        /// Appends a text that differs between the databases.
        mutating func appendInterpolation(sqlite: Statement.Text, postgres: Statement.Text) {
            append(sqlite.sqlite, postgres.postgres)
        }
        /// Appends the name of a table or column.
        mutating func appendInterpolation(name: String) { append(name, name) }

        private mutating func append(_ sqlite: String, _ postgres: String) {
            self.sqlite += sqlite
            self.postgres += postgres
        }
    }
}

extension Statement.Text {
    typealias StringInterpolation = Statement.StringInterpolation

    /// The key of a row, whatever its column `id` contains: ``StoredRow/key``.
    static let key = key(of: "id")
    /// The insertion order of rows.
    static let age: Statement.Text = "\(sqlite: "rowid", postgres: "seq")"
    /// The least and greatest of several values.
    static let least: Statement.Text = "\(sqlite: "min", postgres: "least")"
    static let greatest: Statement.Text = "\(sqlite: "max", postgres: "greatest")"

    /// The upper-case hexadecimal digits of an ID.
    static func key(of id: String) -> Statement.Text {
        let digits: Statement.Text = "replace(CAST(\(name: id) AS text), '-', '')"
        return "\(sqlite: "hex(\(name: id))", postgres: "upper(encode(convert_to(\(digits), 'UTF8'), 'hex'))")"
    }

    /// Whether a row is not skipped.
    ///
    /// - Parameters:
    ///   - key: The key of the row.
    ///   - list: The number of the value ``SQLValue/keys(_:)``.
    static func isNot(_ key: Statement.Text, in list: Statement.Text) -> Statement.Text {
        // With `= 0`, PostgreSQL's planner would expect few matching rows.
        "NOT \(sqlite: "instr", postgres: "strpos")(\(list), ',' || \(key) || ',') > 0"
    }
}
