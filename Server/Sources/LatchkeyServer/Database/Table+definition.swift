extension Table {
    /// Returns the statements that create the table and its indexes, without columns added by migrations.
    func definition(for dialect: Dialect) -> [String] {
        var lines = columns.enumerated().filter { $0.element.migration == nil }.map { index, column in
            column.definition(for: dialect, isKey: keyLength == 1 && index == 0)
        }
        if dialect == .postgres {
            if hasAge { lines.append("seq bigint GENERATED ALWAYS AS IDENTITY\(keyLength == 0 ? " PRIMARY KEY" : "")") }
            if lockKey != nil { lines.append("lock_key bigint NOT NULL") }
            if hasVersion { lines.append("row_version bigint NOT NULL DEFAULT 0") }
        }
        lines += generated.map { $0.text(for: dialect) }.filter { !$0.isEmpty }
        if keyLength > 1 {
            lines.append("PRIMARY KEY (\(columns.prefix(keyLength).map(\.name).joined(separator: ", ")))")
        }
        let options =
            switch dialect {
            case .sqlite: " STRICT"
            case .postgres: storage.map { " WITH (\($0))" } ?? ""
            }
        let table = "CREATE TABLE \(name) (\n    \(lines.joined(separator: ",\n    "))\n)\(options)"
        return [table] + indexes.map { $0.text(for: dialect) }.filter { !$0.isEmpty }.map { "CREATE \($0)" }
    }

    /// Returns the statements that add the columns of a migration.
    func additions(in migration: String, for dialect: Dialect) -> [String] {
        columns.filter { $0.migration == migration }.map { column in
            "ALTER TABLE \(name) ADD COLUMN \(column.definition(for: dialect, isKey: false))"
        }
    }
}
