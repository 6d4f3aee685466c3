/// A value of a parameter or a column.
///
/// Values use PostgreSQL's binary format: data is not encoded as text, and server settings such as `bytea_output` and
/// `DateStyle` have no effect (https://www.postgresql.org/docs/15/protocol-overview.html#PROTOCOL-FORMAT-CODES).
package protocol PostgresValue: Sendable {
    /// The declared type of a parameter.
    static var type: PostgresType { get }

    /// Whether a column of this type can be read.
    static func reads(_ type: PostgresType) -> Bool

    /// The binary format; nil for NULL.
    var binary: [UInt8]? { get }

    /// Returns nil if the bytes are not a valid value; `bytes` is nil for NULL.
    init?(binary bytes: UnsafeRawBufferPointer?, type: PostgresType)
}

extension PostgresValue {
    package static func reads(_ type: PostgresType) -> Bool { type == Self.type }
}

/// A value that may be NULL. A nullable column can only be read as an optional.
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
