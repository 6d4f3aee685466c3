/// A reader of the columns of a row, in order. A value out of bounds or an unknown word is an ``InvalidRowError``: it
/// is damaged, or from a newer server.
struct RowReader {
    private let row: any FoundRow
    private let columns: [Column]
    private let table: String
    /// The index of the first column.
    private let start: Int
    private var next = 0
    private var rowID: String?

    init(_ row: any FoundRow, of table: Table, from start: Int = 0) {
        self.init(row, columns: table.columns, of: table.name, from: start)
    }

    /// - Parameter table: The table's name in errors.
    init(_ row: any FoundRow, columns: [Column], of table: String, from start: Int = 0) {
        (self.row, self.columns, self.table, self.start) = (row, columns, table, start)
    }

    var unreadable: InvalidRowError { InvalidRowError(table: table, id: rowID) }

    /// Reads the key, with which errors identify the row.
    mutating func key() throws -> String {
        let key = try id()
        rowID = key
        return key
    }

    mutating func id() throws -> String { try required(optionalID()) }
    mutating func digest() throws -> String { try required(optionalDigest()) }
    mutating func text() throws -> String { try required(optionalText()) }
    mutating func data() throws -> [UInt8] { try required(optionalData()) }
    mutating func number() throws -> Int { try required(optionalNumber()) }
    mutating func time() throws -> Timestamp { try required(optionalTime()) }
    mutating func flag() throws -> Bool { try required(read { try $0.flag($1) }) }
    mutating func word<Word: RawRepresentable<String>>() throws -> Word { try required(optionalWord()) }

    mutating func optionalID() throws -> String? { try length { try $0.id($1) } }
    mutating func optionalDigest() throws -> String? { try length { try $0.digest($1) } }
    mutating func optionalText() throws -> String? { try length { try $0.text($1) } }

    mutating func optionalData() throws -> [UInt8]? {
        let bounds = bounds
        return try bounded(read { try $0.data($1) }) { bounds.contains(Int64($0.count)) }
    }

    mutating func optionalNumber() throws -> Int? {
        let bounds = bounds
        return try bounded(read { try $0.number($1) }) { bounds.contains($0) }.map { Int($0) }
    }

    mutating func optionalTime() throws -> Timestamp? {
        let bounds = bounds
        return try bounded(read { try $0.number($1) }) { bounds.contains($0) }.map { Timestamp(milliseconds: $0) }
    }

    mutating func optionalWord<Word: RawRepresentable<String>>() throws -> Word? {
        guard let text = try optionalText() else { return nil }
        return try required(Word(rawValue: text))
    }

    private mutating func length(_ value: (any FoundRow, Int) throws -> String?) throws -> String? {
        let bounds = bounds
        return try bounded(read(value)) { bounds.contains(Int64($0.unicodeScalars.count)) }
    }

    private var bounds: ClosedRange<Int64> { columns[next].bounds }

    private mutating func read<Value>(_ value: (any FoundRow, Int) throws -> Value) throws -> Value {
        defer { next += 1 }
        do {
            return try value(row, start + next)
        } catch is WrongKindError {
            throw unreadable
        }
    }

    private func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw unreadable }
        return value
    }

    private func bounded<Value>(_ value: Value?, _ isInBounds: (Value) -> Bool) throws -> Value? {
        guard value.map(isInBounds) ?? true else { throw unreadable }
        return value
    }
}
