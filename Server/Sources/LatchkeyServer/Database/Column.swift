/// A column of a table.
struct Column: Sendable {
    enum Kind: Sendable {
        case id
        /// Of 32 bytes.
        case digest
        /// Text of so many Unicode scalars.
        case text(ClosedRange<Int64>)
        /// So many bytes.
        case data(ClosedRange<Int64>)
        case number(ClosedRange<Int64>)
        case flag
    }

    enum Deletion: String, Sendable {
        case cascade = "CASCADE"
        case setNull = "SET NULL"
    }

    struct Reference: Sendable {
        let table: String
        let deletion: Deletion
    }

    let name: String
    let kind: Kind
    private(set) var isNullable = false
    private(set) var isUnique = false
    private(set) var reference: Reference?

    static func id(_ name: String) -> Column { Column(name: name, kind: .id) }
    static func digest(_ name: String) -> Column { Column(name: name, kind: .digest) }
    static func text(_ name: String, _ lengths: ClosedRange<Int64>) -> Column {
        Column(name: name, kind: .text(lengths))
    }
    /// One of the words that a server knows; a newer one may know more.
    static func word(_ name: String) -> Column { text(name, 1...64) }
    static func data(_ name: String, _ lengths: ClosedRange<Int64>) -> Column {
        Column(name: name, kind: .data(lengths))
    }
    static func number(_ name: String, _ bounds: ClosedRange<Int64>) -> Column {
        Column(name: name, kind: .number(bounds))
    }
    static func counter(_ name: String) -> Column { number(name, StoredValue.counters) }
    static func time(_ name: String) -> Column { number(name, StoredValue.numbers) }
    static func flag(_ name: String) -> Column { Column(name: name, kind: .flag) }

    var nullable: Column { with { $0.isNullable = true } }
    var unique: Column { with { $0.isUnique = true } }

    func references(_ table: String, onDelete deletion: Deletion) -> Column {
        with { $0.reference = Reference(table: table, deletion: deletion) }
    }

    private func with(_ change: (inout Column) -> Void) -> Column {
        var column = self
        change(&column)
        return column
    }

    /// What a value that is read has to be within.
    var bounds: ClosedRange<Int64> {
        switch kind {
        case .id: 1...64
        case .digest: 64...64
        case .text(let bounds), .data(let bounds), .number(let bounds): bounds
        case .flag: 0...1
        }
    }
}
