import Foundation

/// A value of a column or a parameter. Nil is NULL.
enum SQLValue: Sendable {
    /// 32 lower-case hexadecimal digits: text in SQLite, `uuid` in PostgreSQL, where any other text becomes NULL and
    /// matches nothing.
    case id(String?)
    /// Lower-case hexadecimal digits: text in SQLite, `bytea` in PostgreSQL.
    case digest(String?)
    case text(String?)
    case data([UInt8]?)
    case number(Int64?)
    case flag(Bool)
    /// The row ID for no token; see ``OneTimeTokenRows/countWrongCode(of:)``.
    case noToken
    /// The start of a page: the end of the previous one, or the first row.
    case place(String?)

    /// The keys of skipped rows; see ``Statement/Text/isNot(_:in:)``.
    static func keys(_ keys: Set<String>) -> SQLValue { .text("," + keys.joined(separator: ",") + ",") }
    static func time(_ time: Timestamp?) -> SQLValue { .number(time?.milliseconds) }
    static func count(_ count: Int?) -> SQLValue { .number(count.map { Int64($0) }) }
    static func data(_ data: Data?) -> SQLValue { .data(data.map { [UInt8]($0) }) }
    static func word<Word: RawRepresentable<String>>(_ word: Word?) -> SQLValue { .text(word?.rawValue) }
}
