/// The description of a table: the source of its definition, its statements, reading and writing of rows, and the move
/// to another database.
struct Table: Sendable {
    let name: String
    /// The columns, in the order of a row's values. The first identifies rows.
    let columns: [Column]
    /// The number of leading columns in the primary key; 0 if rows are identified only by age.
    let keyLength: Int
    /// Whether PostgreSQL numbers the rows in a column `seq`. SQLite has `rowid`.
    let hasAge: Bool
    /// Whether PostgreSQL counts the changes of a row in a column `row_version`: a row is updated only if it is the one
    /// that was read.
    let hasVersion: Bool
    /// The column with the address whose ``LockKey`` PostgreSQL stores in a column `lock_key`.
    let lockKey: Int?
    /// Generated columns.
    let generated: [Statement.Text]
    /// The text after `CREATE` for each index.
    let indexes: [Statement.Text]
    /// PostgreSQL's storage parameters.
    let storage: String?

    /// Inserts a row, with values in the order of the columns. PostgreSQL's lock key is last.
    let insert: Statement
    private let byKey: KeyStatements?
    /// Finds rows after a position, up to a limit: position, key as text, and columns.
    let page: Statement

    init(
        _ name: String, _ columns: [Column], keyLength: Int = 1, hasAge: Bool = false, hasVersion: Bool = false,
        lockKeyOf address: String? = nil, generated: [Statement.Text] = [], indexes: [Statement.Text] = [],
        storage: String? = nil
    ) {
        (self.name, self.columns, self.keyLength, self.hasAge) = (name, columns, keyLength, hasAge)
        (self.hasVersion, self.generated, self.indexes, self.storage) = (hasVersion, generated, indexes, storage)
        lockKey = columns.firstIndex { $0.name == address }
        let key = columns[0].name
        let names = columns.map(\.name)
        insert = Statement(
            sqlite: Self.insertion(into: name, names),
            postgres: Self.insertion(into: name, lockKey == nil ? names : names + ["lock_key"]))
        let list = Self.list(names, hasVersion, lockKey)
        byKey =
            keyLength != 1
            ? nil
            : KeyStatements(
                find: Statement("SELECT \(list) FROM \(name: name) WHERE \(name: key) = $1"),
                update: RowUpdate(
                    of: name, key: key, columns.indices.dropFirst().filter { !columns[$0].isFixed }, names: names,
                    hasVersion: hasVersion, lockKey: lockKey),
                delete: Statement("DELETE FROM \(name: name) WHERE \(name: key) = $1"))
        let place: Statement.Text = "\(sqlite: "rowid", postgres: "id")"
        page = Statement(
            """
            SELECT \(place), \(sqlite: "CAST(id AS TEXT)", postgres: "id"), \(list) FROM \(name: name)
            WHERE \(place) > $1 ORDER BY \(place) LIMIT $2
            """)
    }

    /// Finds a row by its key.
    var find: Statement { keyStatements.find }
    /// Updates a row by its key.
    var update: RowUpdate { keyStatements.update }
    /// Deletes a row by its key.
    var delete: Statement { keyStatements.delete }

    private struct KeyStatements {
        let find: Statement
        let update: RowUpdate
        let delete: Statement
    }

    private var keyStatements: KeyStatements {
        // Tables are constants: a statement of one without such a key traps in each test that uses it. By one column of
        // several, it would also find other rows.
        guard let byKey else { fatalError("\(name) has no key of one column") }
        return byKey
    }

    subscript(_ name: String) -> Column {
        // Names are constants, used at the first request: with a wrong one no test of the gate runs.
        guard let column = columns.first(where: { $0.name == name }) else { fatalError("\(self.name).\(name)") }
        return column
    }

    /// Inserts a row. If there is one with its key, runs `action`, by default an update of all columns; `excluded` is
    /// the row to insert.
    func upsert(_ action: Statement.Text? = nil) -> Statement {
        let (key, others) = (columns.prefix(keyLength).map(\.name), columns.dropFirst(keyLength).map(\.name))
        let insertion = Self.insertion(into: name, key + others) + " ON CONFLICT (\(key.joined(separator: ", "))) DO "
        let update = "UPDATE SET " + others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return Statement(Statement.Text(composed: insertion) + (action ?? Statement.Text(composed: update)))
    }

    /// Returns the number of rows. PostgreSQL counts up to a thousand, by a column with an index, and estimates beyond
    /// that, because counting a large table reads all rows.
    func count(by order: StaticString, where condition: StaticString? = nil) -> Statement {
        let rows = "FROM \(name)" + (condition.map { " WHERE \($0)" } ?? "")
        return Statement(
            sqlite: "SELECT count(*) \(rows)",
            postgres: """
                SELECT CASE WHEN counted < 1000 THEN counted ELSE greatest(counted, (
                    SELECT reltuples::bigint FROM pg_class WHERE oid = '\(name)'::regclass)) END
                FROM (SELECT count(*) AS counted FROM (
                    SELECT 1 \(rows) ORDER BY \(order) LIMIT 1000) AS first) AS counts
                """)
    }

    private static func insertion(into table: String, _ names: [String]) -> String {
        let numbers = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(numbers))"
    }

    /// The columns for `SELECT`, as ``RowReader`` expects them.
    func list(as alias: String? = nil) -> Statement.Text {
        Self.list(columns.map(\.name).map { name in alias.map { "\($0).\(name)" } ?? name }, hasVersion, lockKey, alias)
    }

    private static func list(
        _ names: [String], _ hasVersion: Bool, _ lockKey: Int?, _ alias: String? = nil
    ) -> Statement.Text {
        let own = (lockKey == nil ? [] : ["lock_key"]) + (hasVersion ? ["row_version"] : [])
        let all = names + own.map { name in alias.map { "\($0).\(name)" } ?? name }
        return Statement.Text(sqlite: names.joined(separator: ", "), postgres: all.joined(separator: ", "))
    }

    /// The number of columns of ``list(as:)`` in PostgreSQL.
    var width: Int { columns.count + (lockKey == nil ? 0 : 1) + (hasVersion ? 1 : 0) }

    /// Returns an update of some columns by the row's key.
    func update(of names: String...) -> RowUpdate {
        precondition(keyLength == 1, "\(name) has no key of one column")
        return RowUpdate(
            of: name, key: columns[0].name, columns.indices.filter { names.contains(columns[$0].name) },
            names: columns.map(\.name), hasVersion: hasVersion, lockKey: lockKey)
    }

    /// Deletes up to `$2` rows whose column is at most `$1`, the lowest first. Safe to run concurrently.
    ///
    /// PostgreSQL collects the keys in an array, which is evaluated once; a join, planned without knowing the limit,
    /// reads the whole table. It orders them, because such a plan expects a third of the table to match.
    ///
    /// - Parameter condition: A further condition.
    func deletion(upTo column: String, where condition: Statement.Text? = nil) -> Statement {
        // By physical position if the key has several columns. A row that another write changes moves, and stays.
        let key = keyLength == 1 ? columns[0].name : "ctid"
        let condition: Statement.Text = condition.map { " AND \($0)" } ?? ""
        return Statement(
            """
            DELETE FROM \(name: name) WHERE \(sqlite: "rowid IN (", postgres: "\(name: key) = ANY (ARRAY (")
                SELECT \(sqlite: "rowid", postgres: "\(name: key)") FROM \(name: name)
                WHERE \(name: column) <= $1\(condition) \(sqlite: "", postgres: "ORDER BY \(name: column)") LIMIT $2
                \(sqlite: ")", postgres: "FOR UPDATE SKIP LOCKED))")
            """)
    }
}

/// A value of a table's row.
protocol TableRow: Sendable {
    static var table: Table { get }

    /// Reads the columns in the table's order.
    ///
    /// - Throws: ``InvalidRowError`` for a value that this version does not write.
    init(_ row: inout RowReader) throws

    /// The row's values, in the table's order.
    var values: [SQLValue] { get }
}
