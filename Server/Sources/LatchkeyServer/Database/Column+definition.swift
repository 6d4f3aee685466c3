/// The SQL definition of a column. Both databases check the same bounds.
extension Column {
    func definition(for dialect: Dialect, isKey: Bool) -> String {
        var parts = [name, type(in: dialect)]
        if isKey { parts.append(dialect == .sqlite && isSequence ? "PRIMARY KEY AUTOINCREMENT" : "PRIMARY KEY") }
        if !isKey, !isNullable { parts.append("NOT NULL") }
        if let defaultValue {
            let isFlag = if case .flag = kind { dialect == .postgres } else { false }
            parts.append("DEFAULT \(isFlag ? (defaultValue == "0" ? "false" : "true") : defaultValue)")
        }
        if isUnique { parts.append("UNIQUE") }
        if let reference {
            parts.append("REFERENCES \(reference.table) ON DELETE \(reference.onDelete.rawValue)")
        } else if let check = check(in: dialect) {
            parts.append("CHECK (\(check))")
        }
        return parts.joined(separator: " ")
    }

    private var isSequence: Bool {
        if case .sequence = kind { true } else { false }
    }

    private func type(in dialect: Dialect) -> String {
        switch (kind, dialect) {
        case (.id, .sqlite), (.digest, .sqlite), (.text, .sqlite): "TEXT"
        case (.data, .sqlite): "BLOB"
        case (.number, .sqlite), (.flag, .sqlite), (.sequence, .sqlite): "INTEGER"
        case (.id, .postgres): "uuid"
        case (.digest, .postgres), (.data, .postgres): "bytea"
        case (.text, .postgres): "text COLLATE \"C\""
        case (.number, .postgres): "bigint"
        case (.flag, .postgres): "boolean"
        case (.sequence, .postgres): "bigint GENERATED ALWAYS AS IDENTITY"
        }
    }

    private func check(in dialect: Dialect) -> String? {
        switch (kind, dialect) {
        case (.flag, .sqlite): "\(name) IN (0, 1)"
        case (.flag, .postgres), (.sequence, _), (.id, .postgres): nil
        case (.id, .sqlite), (.digest, .sqlite), (.text, _): within(bounds, "length(\(name))")
        case (.digest, .postgres): "octet_length(\(name)) = 32"
        case (.data, .sqlite): within(bounds, "length(\(name))")
        case (.data, .postgres): within(bounds, "octet_length(\(name))")
        case (.number, _): within(bounds.lowerBound...bounds.upperBound + headroom, name)
        }
    }

    private func within(_ bounds: ClosedRange<Int64>, _ size: String) -> String {
        "\(size) BETWEEN \(bounds.lowerBound) AND \(bounds.upperBound)"
    }
}
