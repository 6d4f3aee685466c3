/// A table, described once: its definition, the statements of its rows, how they are read and written, and the move to
/// another database come from this.
struct Table: Sendable {
    let name: String
    /// In the order in which a row's values are read and written. The first tells rows apart.
    let columns: [Column]
    /// How many columns, the first ones, are the primary key; 0 where rows have none but their age.
    let keyLength: Int
    /// Whether PostgreSQL numbers the rows in the order in which they are stored, in a column `seq`. SQLite has
    /// `rowid`.
    let hasAge: Bool
    /// Whether PostgreSQL counts the changes of a row in a column `row_version`: a whole row is updated only where it
    /// is the one that was read.
    let hasVersion: Bool
    /// The column with the address whose ``LockKey`` PostgreSQL keeps in a column `lock_key`.
    let lockKey: Int?
    /// Columns that the database computes.
    let generated: [Statement.Text]
    /// What follows `CREATE` for each index.
    let indexes: [Statement.Text]
    /// How PostgreSQL stores it.
    let storage: String?

    /// Stores a row, whose values are in the order of the columns. PostgreSQL's lock key comes last.
    let insert: Statement
    /// Finds a row by its key.
    let find: Statement
    /// Changes a row by its key.
    let update: RowUpdate
    /// Deletes a row by its key.
    let delete: Statement
    /// Finds rows behind a place, up to a limit: the place, the key as text, and the columns.
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
        find = Statement("SELECT \(list) FROM \(name: name) WHERE \(name: key) = $1")
        update = RowUpdate(
            of: name, key: key, columns.indices.dropFirst().filter { !columns[$0].isFixed }, names: names,
            hasVersion: hasVersion, lockKey: lockKey)
        delete = Statement("DELETE FROM \(name: name) WHERE \(name: key) = $1")
        let place: Statement.Text = "\(sqlite: "rowid", postgres: "id")"
        page = Statement(
            """
            SELECT \(place), \(sqlite: "CAST(id AS TEXT)", postgres: "id"), \(list) FROM \(name: name)
            WHERE \(place) > $1 ORDER BY \(place) LIMIT $2
            """)
    }

    subscript(_ name: String) -> Column {
        // Names are constants of the program, read at the first request: with a wrong one no test of the gate runs.
        guard let column = columns.first(where: { $0.name == name }) else { fatalError("\(self.name).\(name)") }
        return column
    }

    /// The text that stores a row, whose values are in the order of the columns.
    var insertion: String { Self.insertion(into: name, columns.map(\.name)) }

    private static func insertion(into table: String, _ names: [String]) -> String {
        let numbers = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(numbers))"
    }

    /// The columns for `SELECT`, as ``RowReader`` takes them.
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

    /// How many columns ``list(as:)`` has in PostgreSQL.
    var width: Int { columns.count + (lockKey == nil ? 0 : 1) + (hasVersion ? 1 : 0) }

    /// An update of some columns by the row's key.
    func update(of names: String...) -> RowUpdate {
        RowUpdate(
            of: name, key: columns[0].name, columns.indices.filter { names.contains(columns[$0].name) },
            names: columns.map(\.name), hasVersion: hasVersion, lockKey: lockKey)
    }

    /// Deletes up to `$2` rows whose column is at most `$1`, those that come first. Others may do the same at once.
    ///
    /// PostgreSQL collects them in an array, which is done once: a join, by a plan that does not know the bound, reads
    /// the whole table. It orders them, since for a plan that does not know the time a third of the table meets the
    /// condition.
    ///
    /// - Parameter condition: What else a row must meet.
    func deletion(upTo column: String, where condition: Statement.Text? = nil) -> Statement {
        // By their places where the key is of several columns. What another write changes has another place then, and
        // stays.
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

/// A row of a table as a value.
protocol TableRow: Sendable {
    static var table: Table { get }

    /// Reads the columns one after the other, in the table's order.
    ///
    /// - Throws: ``UnreadableRowError`` for a value that no server of this version writes.
    init(_ row: inout RowReader) throws

    /// In the table's order.
    var values: [SQLValue] { get }
}
