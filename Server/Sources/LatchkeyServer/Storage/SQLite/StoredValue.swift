import GRDB

/// The limits of any column's values.
enum StoredValue {
    /// Times, counts, versions and flags: up to the end of the year 9999 in milliseconds since 1970, the last that
    /// RFC 3339 can write. Within these bounds no sum or difference of two of them leaves `Int64`.
    static let numbers: ClosedRange<Int64> = 0...253_402_300_799_999
    /// Counts and versions, of which the schema takes one more: the next one can be written.
    static let counters: ClosedRange<Int64> = 0...Int64(Int32.max) - 1
    /// Bytes of text or data; nothing that is stored is longer than a sealed record.
    static let maximumLength = Sealer.maximumRecordLength

    static func isPlausible(_ value: DatabaseValue) -> Bool {
        switch value.storage {
        case .null: true
        case .int64(let number): numbers.contains(number)
        case .string(let text): text.utf8.count <= maximumLength
        case .blob(let data): data.count <= maximumLength
        case .double: false
        }
    }

    /// Whether a number, the count of a text's Unicode scalars, or that of data's bytes is in `bounds`; null is.
    static func size(of value: DatabaseValue, isIn bounds: ClosedRange<Int64>) -> Bool {
        switch value.storage {
        case .null: true
        case .int64(let number): bounds.contains(number)
        case .string(let text): bounds.contains(Int64(text.unicodeScalars.count))
        case .blob(let data): bounds.contains(Int64(data.count))
        case .double: false
        }
    }
}
