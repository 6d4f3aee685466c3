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

    mutating func id() throws -> String { try optionalID() ?? missing() }
    mutating func digest() throws -> String { try optionalDigest() ?? missing() }
    mutating func text() throws -> String { try optionalText() ?? missing() }
    mutating func data() throws -> [UInt8] { try optionalData() ?? missing() }
    mutating func number() throws -> Int { try optionalNumber() ?? missing() }
    mutating func time() throws -> Timestamp { try optionalTime() ?? missing() }
    mutating func flag() throws -> Bool { try read { try $0.flag($1) } ?? missing() }
    mutating func word<Word: RawRepresentable<String>>() throws -> Word { try optionalWord() ?? missing() }

    mutating func optionalID() throws -> String? { try length { try $0.id($1) } }
    mutating func optionalDigest() throws -> String? { try length { try $0.digest($1) } }
    mutating func optionalText() throws -> String? { try length { try $0.text($1) } }

    mutating func optionalData() throws -> [UInt8]? {
        let bounds = bounds
        guard let data = try read({ try $0.data($1) }) else { return nil }
        return bounds.contains(Int64(data.count)) ? data : try missing()
    }

    mutating func optionalNumber() throws -> Int? { try integer().map { Int($0) } }
    mutating func optionalTime() throws -> Timestamp? { try integer().map { Timestamp(milliseconds: $0) } }

    mutating func optionalWord<Word: RawRepresentable<String>>() throws -> Word? {
        guard let text = try optionalText() else { return nil }
        return try Word(rawValue: text) ?? missing()
    }

    private mutating func integer() throws -> Int64? {
        let bounds = bounds
        guard let number = try read({ try $0.number($1) }) else { return nil }
        return bounds.contains(number) ? number : try missing()
    }

    private mutating func length(_ value: (any FoundRow, Int) throws -> String?) throws -> String? {
        let bounds = bounds
        guard let text = try read(value) else { return nil }
        return text.hasLength(in: bounds) ? text : try missing()
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

    // Evaluated after the other operand of `??`: an argument of a method would copy the reader for each column.
    private func missing<Value>() throws -> Value { throw unreadable }
}

extension String {
    /// Whether the number of Unicode scalars is within the bounds.
    fileprivate func hasLength(in bounds: ClosedRange<Int64>) -> Bool {
        // A scalar has one to four bytes, so that scalars are seldom counted.
        let bytes = Int64(utf8.count)
        if bounds.lowerBound <= (bytes + 3) / 4, bytes <= bounds.upperBound { return true }
        return bounds.contains(Int64(unicodeScalars.count))
    }
}
