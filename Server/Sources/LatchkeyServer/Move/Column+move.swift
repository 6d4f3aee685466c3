import Foundation
import GRDB
import LatchkeyPostgres

/// The move of a column. A value is PostgreSQL's binary format, or nil for NULL.
extension Column {
    struct InvalidValue: Error {
        let reason: String
    }

    /// Reads a column of SQLite. Copies values that the server could not read, such as unknown words, if PostgreSQL
    /// accepts them.
    func movedValue(of row: Row, at index: Int) throws(InvalidValue) -> [UInt8]? {
        let value: DatabaseValue = row[index]
        switch (kind, value.storage) {
        case (_, .null): return nil
        case (.number, .int64(let number)), (.sequence, .int64(let number)): return number.binary
        case (.flag, .int64(0)): return false.binary
        case (.flag, .int64(1)): return true.binary
        case (.data, .blob(let data)): return [UInt8](data)
        case (.id, .string(let text)):
            guard let id = UUID(rowID: text), row.hasWhole(text, at: index) else { break }
            return id.bytes
        case (.digest, .string(let text)):
            guard let bytes = HexText.decode(text), row.hasWhole(text, at: index) else { break }
            return bytes
        case (.text, .string(let text)) where row.hasWhole(text, at: index): return Array(text.utf8)
        default: break
        }
        // Only its name: the value may be secret.
        throw InvalidValue(reason: "\(name) is not a valid \(kindName)")
    }

    private var kindName: String {
        switch kind {
        case .id: "id"
        case .digest: "digest"
        case .text: "text"
        case .data: "data"
        case .number, .sequence: "number"
        case .flag: "flag"
        }
    }

    /// Reads a column of PostgreSQL.
    func movedValue(of row: PostgresRow, at index: Int) throws -> [UInt8]? {
        switch kind {
        case .id: try row.value(index, as: BinaryValue<UUID>?.self)?.binary
        case .digest, .data: try row.value(index, as: BinaryValue<[UInt8]>?.self)?.binary
        case .text: try row.value(index, as: BinaryValue<String>?.self)?.binary
        case .number, .sequence: try row.value(index, as: BinaryValue<Int64>?.self)?.binary
        case .flag: try row.value(index, as: BinaryValue<Bool>?.self)?.binary
        }
    }

    /// The values of many rows as one parameter.
    func parameter(_ values: [[UInt8]?]) -> any PostgresValue {
        switch kind {
        case .id: PostgresArray(values.map(BinaryValue<UUID>.init))
        case .digest, .data: PostgresArray(values.map(BinaryValue<[UInt8]>.init))
        case .text: PostgresArray(values.map(BinaryValue<String>.init))
        case .number, .sequence: PostgresArray(values.map(BinaryValue<Int64>.init))
        case .flag: PostgresArray(values.map(BinaryValue<Bool>.init))
        }
    }
}

/// A value in PostgreSQL's binary format.
private struct BinaryValue<Kind: PostgresValue>: PostgresValue {
    let binary: [UInt8]?

    static var type: PostgresType { Kind.type }
    static func reads(_ type: PostgresType) -> Bool { Kind.reads(type) }

    init(_ binary: [UInt8]?) { self.binary = binary }

    init?(binary bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes else { return nil }
        binary = Array(bytes)
    }
}

extension Row {
    /// Whether the text is complete: GRDB reads up to a NUL, and replaces invalid UTF-8.
    fileprivate func hasWhole(_ text: String, at index: Int) -> Bool {
        (try? withUnsafeData(atIndex: index) { $0?.count ?? 0 }) == text.utf8.count
    }
}
