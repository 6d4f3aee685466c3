import Foundation

/// A value of a column or of a statement's parameter. Nil is NULL.
enum SQLValue: Sendable {
    /// 32 lower-case hexadecimal digits: text in SQLite, `uuid` in PostgreSQL, where any other text is NULL, so that it
    /// finds nothing.
    case id(String?)
    /// Lower-case hexadecimal digits: text in SQLite, `bytea` in PostgreSQL.
    case digest(String?)
    case text(String?)
    case data([UInt8]?)
    case number(Int64?)
    case flag(Bool)

    static func time(_ time: Timestamp?) -> SQLValue { .number(time?.milliseconds) }
    static func count(_ count: Int?) -> SQLValue { .number(count.map { Int64($0) }) }
    static func data(_ data: Data?) -> SQLValue { .data(data.map { [UInt8]($0) }) }
    static func word<Word: RawRepresentable<String>>(_ word: Word?) -> SQLValue { .text(word?.rawValue) }
}
