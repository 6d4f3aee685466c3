import GRDB

extension StoredValue {
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
