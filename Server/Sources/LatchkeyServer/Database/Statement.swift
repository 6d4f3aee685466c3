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

    /// - Parameter text: Made of names of tables and columns, and the same for both databases.
    init(composed text: String) { self.init(sqlite: text, postgres: text) }

    /// Of texts that are made of names of tables and columns.
    init(sqlite: String, postgres: String) {
        self.sqlite = sqlite.replacing("$", with: "?")
        self.postgres = PostgresStatement(composed: postgres)
    }

    /// The text of a statement.
    struct Text: ExpressibleByStringInterpolation, Sendable {
        fileprivate(set) var sqlite: String
        fileprivate(set) var postgres: String

        init(stringLiteral value: StaticString) {
            (sqlite, postgres) = ("\(value)", "\(value)")
        }

        init(stringInterpolation: StringInterpolation) {
            (sqlite, postgres) = (stringInterpolation.sqlite, stringInterpolation.postgres)
        }

        static func + (first: Text, second: Text) -> Text {
            var text = first
            text.sqlite += second.sqlite
            text.postgres += second.postgres
            return text
        }
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sqlite = ""
        fileprivate var postgres = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: StaticString) {
            sqlite += "\(literal)"
            postgres += "\(literal)"
        }

        /// The columns of a table.
        mutating func appendInterpolation(_ table: Table) {
            sqlite += table.list
            postgres += table.list
        }

        mutating func appendInterpolation(_ text: Statement.Text) {
            sqlite += text.sqlite
            postgres += text.postgres
        }

        /// What the databases write otherwise.
        mutating func appendInterpolation(sqlite: StaticString, postgres: StaticString) {
            self.sqlite += "\(sqlite)"
            self.postgres += "\(postgres)"
        }
    }
}

extension Statement.Text {
    typealias StringInterpolation = Statement.StringInterpolation

    /// What names a row within its table, whatever its column `id` holds: ``StoredRow/key``.
    static let key: Statement.Text = "\(sqlite: "hex(id)", postgres: "id")"
    /// The order in which rows were stored.
    static let age: Statement.Text = "\(sqlite: "rowid", postgres: "seq")"
}
