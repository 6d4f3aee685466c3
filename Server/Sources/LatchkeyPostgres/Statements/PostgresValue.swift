/// A value of a parameter or a column.
///
/// Both go in PostgreSQL's binary format: data is not doubled into hexadecimal digits, and no setting of the server
/// (`bytea_output`, `DateStyle`, `extra_float_digits`) changes what is read
/// (https://www.postgresql.org/docs/15/protocol-overview.html#PROTOCOL-FORMAT-CODES).
package protocol PostgresValue: Sendable {
    /// What the server is told that a parameter is.
    static var type: PostgresType { get }

    /// Whether the binary form of a column of this type is that of a value.
    static func reads(_ type: PostgresType) -> Bool

    /// The binary form; nil for NULL.
    var binary: [UInt8]? { get }

    /// Nil when the bytes are no such value; `bytes` is nil for NULL.
    init?(binary bytes: UnsafeRawBufferPointer?, type: PostgresType)
}

extension PostgresValue {
    package static func reads(_ type: PostgresType) -> Bool { type == Self.type }
}

/// NULL is nil, and a column that may be NULL is read as an optional only.
extension Optional: PostgresValue where Wrapped: PostgresValue {
    package static var type: PostgresType { Wrapped.type }
    package static func reads(_ type: PostgresType) -> Bool { Wrapped.reads(type) }
    package var binary: [UInt8]? { self?.binary }

    package init?(binary bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes else {
            self = nil
            return
        }
        guard let value = Wrapped(binary: bytes, type: type) else { return nil }
        self = value
    }
}
