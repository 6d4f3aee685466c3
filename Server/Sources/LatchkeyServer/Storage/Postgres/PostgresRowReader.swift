import Foundation
import LatchkeyPostgres

/// Reads the columns of a row one after the other, in the order of the statement. A value that this server does not
/// know, or one outside of what it writes, is ``UnreadableRowError``: a newer server may have written it.
struct PostgresRowReader {
    private let row: PostgresRow
    private let table: String
    private var column: Int
    private var id: String?

    init(_ row: PostgresRow, of table: String, from column: Int = 0) {
        self.row = row
        self.column = column
        self.table = table
    }

    /// - Throws: ``PostgresError/unexpectedValue(column:type:)`` when the schema is another.
    mutating func value<Value: PostgresValue>(_ type: Value.Type = Value.self) throws -> Value {
        defer { column += 1 }
        return try row.value(column)
    }

    /// Reads the key by which errors name the row.
    mutating func key() throws -> String {
        let key = try rowID()
        id = key
        return key
    }

    mutating func rowID() throws -> String { HexText.encode(try value(UUID.self).bytes) }
    mutating func optionalID() throws -> String? { try value(UUID?.self).map { HexText.encode($0.bytes) } }
    mutating func digest() throws -> String { HexText.encode(try value([UInt8].self)) }
    mutating func optionalDigest() throws -> String? { try value([UInt8]?.self).map { HexText.encode($0) } }
    mutating func time() throws -> Timestamp { Timestamp(milliseconds: try bounded(value(), StoredValue.numbers)) }

    mutating func optionalTime() throws -> Timestamp? {
        try value(Int64?.self).map { Timestamp(milliseconds: try bounded($0, StoredValue.numbers)) }
    }

    /// Reads a count or a version. What can be read can be written back, and so can the next one.
    mutating func number(in bounds: ClosedRange<Int64> = StoredValue.counters) throws -> Int {
        Int(try bounded(value(), bounds))
    }

    mutating func optionalNumber() throws -> Int? {
        try value(Int64?.self).map { Int(try bounded($0, StoredValue.counters)) }
    }

    private func bounded(_ number: Int64, _ bounds: ClosedRange<Int64>) throws -> Int64 {
        guard bounds.contains(number) else { throw unreadable }
        return number
    }

    mutating func word<Word: RawRepresentable<String>>(_ type: Word.Type = Word.self) throws -> Word {
        guard let word = Word(rawValue: try value()) else { throw unreadable }
        return word
    }

    mutating func optionalWord<Word: RawRepresentable<String>>(_ type: Word.Type = Word.self) throws -> Word? {
        guard let text = try value(String?.self) else { return nil }
        guard let word = Word(rawValue: text) else { throw unreadable }
        return word
    }

    var unreadable: UnreadableRowError { UnreadableRowError(table: table, id: id) }
}

extension StoredRow {
    /// - Parameter row: Its first column is the id.
    init(rowOf row: PostgresRow, _ read: (PostgresRow) throws -> Value) throws {
        key = UnreadableRows.key(ofID: HexText.encode(try row.value(0, as: UUID.self).bytes))
        value = try unlessUnreadable { try read(row) }
    }
}

/// Returns nil for a row that this server cannot read.
func unlessUnreadable<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
        return try read()
    } catch is UnreadableRowError {
        return nil
    }
}

extension UUID {
    /// Before all ids.
    static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The bytes in the order in which the text has them.
    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    /// Nil for a text that is no id of a row: 32 lower-case hexadecimal digits.
    init?(rowID text: String) {
        guard let bytes = HexText.decode(text), bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
