import Foundation
import GRDB
import Testing

/// A value that no server writes into a column.
struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// An SQL expression.
    let value: String

    private static let everywhere = [
        Damage("null", "NULL"), Damage("the greatest integer", "9223372036854775807"),
        Damage("a great real", "9e300"), Damage("an unknown word", "'unheard-of'"), Damage("data", "x'00ff80fe'"),
    ]
    private static let forNumbers = [
        Damage("the least integer", "-9223372036854775808"), Damage("minus one", "-1"),
        Damage("a number in text", "'12abc'"), Damage("one below 2^31 - 1", "2147483646"),
        Damage("2^31 - 1", "2147483647"), Damage("2^31", "2147483648"), Damage("the last time", "253402300799999"),
    ]
    private static let forTexts = [
        Damage("empty text", "''"), Damage("text with a NUL", "'a' || char(0) || 'b'"),
        Damage("a line end", "'a' || char(13, 10) || 'b'"), Damage("huge text", "hex(zeroblob(600000))"),
    ]

    /// The values for a column: every kind, and the extremes of the schema and its kind. All in `make soak`; a sixth
    /// per column in `make test-all`; else one in each third column.
    static func tried(in column: DamagedColumn) -> [Damage] {
        let all =
            switch column.kind {
            case "INTEGER": everywhere + forNumbers
            case "TEXT": everywhere + forTexts + [.textAsData(column)]
            default: everywhere + forTexts
            }
        switch TestTier.current {
        case .sample:
            guard column.position % 3 == 0 else { return [] }
            return [all[(column.table.utf8.count + column.position / 3) % all.count]]
        case .all: return all.indices.filter { ($0 + column.position) % 6 == 0 }.map { all[$0] }
        case .soak: return all
        }
    }

    /// The effect of a changed bit that distinguishes text from data in SQLite.
    static func textAsData(_ column: DamagedColumn) -> Damage {
        Damage("its own text as data", "CAST(\(column.name) AS BLOB)")
    }

    init(_ description: String, _ value: String) {
        testDescription = description
        self.value = value
    }
}

/// A column of the database on disk.
struct DamagedColumn: CustomTestStringConvertible, Sendable {
    let table: String
    let name: String
    let kind: String
    let isNullable: Bool
    /// The index in its table, from 0.
    let position: Int

    var testDescription: String { "\(table).\(name)" }

    /// Returns all columns of all tables of a database.
    static func all(in path: String) async throws -> [DamagedColumn] {
        try await DatabaseQueue(path: path).read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT t.name AS "table", p.name, p.type, p."notnull" = 0 AND p.pk = 0 AS nullable,
                        p.cid
                    FROM pragma_table_list AS t, pragma_table_info(t.name) AS p
                    WHERE t.schema = 'main' AND t.strict = 1 ORDER BY t.name, p.cid
                    """
            ).map { DamagedColumn(table: $0[0], name: $0[1], kind: $0[2], isNullable: $0[3], position: $0[4]) }
        }
    }

    /// Whether every server must reject the value in this column.
    func rejects(_ damage: Damage) -> Bool {
        switch damage.value {
        case "NULL": !isNullable
        // NULL stays NULL.
        case let value where value.hasPrefix("CAST("): !isNullable
        case "2147483646": !isCounter && !isTime
        // Possibly valid, but not certain.
        case "2147483647", "2147483648", "253402300799999": !isTime
        case let value where value.hasPrefix("-") || Double(value) != nil: true
        default: kind == "INTEGER" || damage.value.hasPrefix("hex(")
        }
    }

    private var isTime: Bool { ["_at", "_until", "_since"].contains { name.hasSuffix($0) } }
    private var isCounter: Bool { ["generation", "version"].contains { name.hasSuffix($0) } }

    /// Writes the value into the row past STRICT and all constraints, like a disk error. Returns false if the column
    /// cannot contain it.
    func damage(_ damage: Damage, inRowWhere condition: String, of path: String) throws -> Bool {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        return try queue.writeWithoutTransaction { db in
            let schema = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?"
            let strict = try String.fetchOne(db, sql: schema, arguments: [table]) ?? ""
            let loose = strict.replacing(") STRICT", with: ")").replacing(/(TEXT|INTEGER|BLOB) NOT NULL/) { $0.1 }
            try db.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON")
            try Self.setSchema(loose, of: table, in: db)
            var isDone = true
            do {
                try db.execute(sql: "UPDATE \(table) SET \(name) = \(damage.value) WHERE \(condition)")
                #expect(db.changesCount > 0, "\(testDescription)")
            } catch let error as DatabaseError where [.SQLITE_MISMATCH, .SQLITE_CONSTRAINT].contains(error.resultCode) {
                isDone = false
            }
            try Self.setSchema(strict, of: table, in: db)
            return isDone
        }
    }

    private static func setSchema(_ sql: String, of table: String, in db: Database) throws {
        try db.execute(
            sql: "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?", arguments: [sql, table])
        let version = try Int.fetchOne(db, sql: "PRAGMA schema_version") ?? 0
        // So that all connections read it again.
        try db.execute(sql: "PRAGMA schema_version = \(version + 1)")
    }
}
