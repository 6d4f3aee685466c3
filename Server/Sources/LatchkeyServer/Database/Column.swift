/// A column of a table.
struct Column: Sendable {
    static let maximumTimeZoneLength = 64

    enum Kind: Sendable {
        case id
        /// A digest of 32 bytes.
        case digest
        /// Text with a length in Unicode scalars.
        case text(ClosedRange<Int64>)
        /// Data with a length in bytes.
        case data(ClosedRange<Int64>)
        case number(ClosedRange<Int64>)
        case flag
        /// A number greater than in all earlier rows, including deleted ones.
        case sequence
    }

    let name: String
    let kind: Kind
    private(set) var isNullable = false
    private(set) var isUnique = false
    /// Whether updates of the whole row leave it unchanged.
    private(set) var isFixed = false
    /// How far the database's limit exceeds the greatest readable number: 1 for counters, so that a number that was
    /// read can be increased; 0 for others.
    private(set) var headroom: Int64 = 0
    /// The referenced table, and the effect of deleting its row.
    private(set) var reference: (table: String, onDelete: Deletion)?
    /// The default as SQL: text, or a number (0 or 1 for a flag).
    private(set) var defaultValue: String?
    /// The migration that adds the column; nil for the initial schema.
    private(set) var migration: String?

    enum Deletion: String, Sendable {
        case cascade = "CASCADE"
        case setNull = "SET NULL"
    }

    static func id(_ name: String) -> Column { Column(name: name, kind: .id) }
    static func digest(_ name: String) -> Column { Column(name: name, kind: .digest) }
    static func text(_ name: String, _ lengths: ClosedRange<Int64>) -> Column {
        Column(name: name, kind: .text(lengths))
    }
    /// A column of known words; a newer server may know more.
    static func word(_ name: String) -> Column { text(name, 1...64) }
    /// An email address; empty if none is stored.
    static func email(_ name: String, from minimum: Int64 = 1) -> Column {
        text(name, minimum...Int64(EmailAddress.maximumLength))
    }
    static func language(_ name: String) -> Column { text(name, 1...35) }
    static func timeZone(_ name: String) -> Column { text(name, 1...Int64(maximumTimeZoneLength)).nullable }
    static func deviceName(_ name: String) -> Column { text(name, 1...256).nullable }
    static func issuer(_ name: String) -> Column { text(name, 1...2048) }
    static func subject(_ name: String) -> Column { text(name, 1...255) }
    static func ip(_ name: String) -> Column { text(name, 1...64).nullable }
    /// A record of the ``Sealer``.
    static func record(_ name: String) -> Column { text(name, 1...Int64(StoredValue.maximumLength)) }
    static func data(_ name: String, _ lengths: ClosedRange<Int64>) -> Column {
        Column(name: name, kind: .data(lengths))
    }
    static func number(_ name: String, _ bounds: ClosedRange<Int64>) -> Column {
        Column(name: name, kind: .number(bounds))
    }
    /// - Parameter limit: The greatest readable number.
    static func counter(_ name: String, upTo limit: Int64 = StoredValue.counters.upperBound) -> Column {
        number(name, 0...limit).with { $0.headroom = 1 }
    }
    static func time(_ name: String) -> Column { number(name, StoredValue.numbers) }
    static func flag(_ name: String) -> Column { Column(name: name, kind: .flag) }
    static func sequence(_ name: String) -> Column { Column(name: name, kind: .sequence) }

    var nullable: Column { with { $0.isNullable = true } }
    var unique: Column { with { $0.isUnique = true } }
    var fixed: Column { with { $0.isFixed = true } }

    func references(_ table: String, onDelete deletion: Deletion) -> Column {
        with { $0.reference = (table, deletion) }
    }

    func defaulting(to number: Int64) -> Column { with { $0.defaultValue = String(number) } }
    func defaulting(to text: StaticString) -> Column { with { $0.defaultValue = "'\(text)'" } }

    /// Marks the column as added in a migration. It must be nullable or have a ``defaultValue``.
    func added(in migration: String) -> Column { with { $0.migration = migration } }

    private func with(_ change: (inout Column) -> Void) -> Column {
        var column = self
        change(&column)
        return column
    }

    /// The bounds of readable values.
    var bounds: ClosedRange<Int64> {
        switch kind {
        case .id, .digest: 1...64
        case .text(let bounds), .data(let bounds), .number(let bounds): bounds
        case .flag: 0...1
        case .sequence: StoredValue.numbers
        }
    }
}
