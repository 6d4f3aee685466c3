import LatchkeyPostgres

/// One statement of SQL for both databases, with `$1`, `$2` … for its values.
///
/// It is written in the program, as a constant: its text is made of literals and of the names of tables and columns, so
/// that no value is read as SQL.
///
///     static let byEmail = Statement("SELECT \(Account.table) FROM users WHERE email = $1")
struct Statement: Sendable {
    /// With `?1`, `?2` … for the values (https://www.sqlite.org/lang_expr.html#parameters).
    let sqlite: String
    let postgres: PostgresStatement

    init(_ text: Text) { self.init(sqlite: text.sqlite, postgres: text.postgres) }

    /// Of texts that are made of literals and names.
    init(sqlite: String, postgres: String) {
        self.sqlite = sqlite.replacing("$", with: "?")
        self.postgres = PostgresStatement(composed: postgres)
    }

    /// The text of a statement, or a part of it.
    struct Text: ExpressibleByStringInterpolation, Sendable {
        fileprivate(set) var sqlite: String
        fileprivate(set) var postgres: String

        init(sqlite: String, postgres: String) {
            (self.sqlite, self.postgres) = (sqlite, postgres)
        }

        /// - Parameter text: Made of literals and names.
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
        /// The columns of a table.
        mutating func appendInterpolation(_ table: Table) { appendInterpolation(table.list()) }
        mutating func appendInterpolation(_ table: Table, as alias: String) {
            appendInterpolation(table.list(as: alias))
        }
        mutating func appendInterpolation(_ text: Statement.Text) { append(text.sqlite, text.postgres) }
        /// What the databases write differently.
        mutating func appendInterpolation(sqlite: Statement.Text, postgres: Statement.Text) {
            append(sqlite.sqlite, postgres.postgres)
        }
        /// The name of a table or column.
        mutating func appendInterpolation(name: String) { append(name, name) }

        private mutating func append(_ sqlite: String, _ postgres: String) {
            self.sqlite += sqlite
            self.postgres += postgres
        }
    }
}

extension Statement.Text {
    typealias StringInterpolation = Statement.StringInterpolation

    /// What names a row within its table, whatever its column `id` holds: ``StoredRow/key``.
    static let key = key(of: "id")
    /// The order in which rows were stored.
    static let age: Statement.Text = "\(sqlite: "rowid", postgres: "seq")"
    /// The lesser of several values, and the greater.
    static let least: Statement.Text = "\(sqlite: "min", postgres: "least")"
    static let greatest: Statement.Text = "\(sqlite: "max", postgres: "greatest")"

    /// The hexadecimal digits of an id's text, upper-case.
    static func key(of id: String) -> Statement.Text {
        let digits: Statement.Text = "replace(CAST(\(name: id) AS text), '-', '')"
        return "\(sqlite: "hex(\(name: id))", postgres: "upper(encode(convert_to(\(digits), 'UTF8'), 'hex'))")"
    }

    /// Whether a row is to be skipped.
    ///
    /// - Parameters:
    ///   - key: That of the row.
    ///   - list: The number of the value ``SQLValue/keys(_:)``.
    static func isNot(_ key: Statement.Text, in list: Statement.Text) -> Statement.Text {
        // PostgreSQL expects most rows to meet it; few it would expect with `= 0`.
        "NOT \(sqlite: "instr", postgres: "strpos")(\(list), ',' || \(key) || ',') > 0"
    }
}
