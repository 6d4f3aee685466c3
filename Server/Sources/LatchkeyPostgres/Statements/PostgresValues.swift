package import Foundation

/// `bigint` as a parameter; any integer type as a column. Two's complement, big-endian.
extension Int64: PostgresValue {
    package static var type: PostgresType { .bigInteger }

    package static func reads(_ type: PostgresType) -> Bool {
        type == .bigInteger || type == .integer || type == .smallInteger
    }

    package var binary: [UInt8]? { withUnsafeBytes(of: bigEndian) { Array($0) } }

    package init?(binary bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes else { return nil }
        switch (type, bytes.count) {
        case (.bigInteger, 8): self = Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case (.integer, 4): self = Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case (.smallInteger, 2): self = Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        default: return nil
        }
    }
}

extension Bool: PostgresValue {
    package static var type: PostgresType { .boolean }
    package var binary: [UInt8]? { [self ? 1 : 0] }

    package init?(binary bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes, bytes.count == 1, bytes[0] <= 1 else { return nil }
        self = bytes[0] == 1
    }
}

/// Text in UTF-8, which is the connection's `client_encoding`. PostgreSQL rejects NUL (22021).
extension String: PostgresValue {
    package static var type: PostgresType { .text }

    package static func reads(_ type: PostgresType) -> Bool {
        type == .text || type == .characterVarying || type == .name
    }

    package var binary: [UInt8]? { Array(utf8) }

    package init?(binary bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self = text
    }
}

extension UUID: PostgresValue {
    package static var type: PostgresType { .uuid }
    package var binary: [UInt8]? { withUnsafeBytes(of: uuid) { Array($0) } }

    package init?(binary bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes, bytes.count == 16 else { return nil }
        self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}

/// Data: `bytea`.
extension [UInt8]: PostgresValue {
    package static var type: PostgresType { .bytes }
    package var binary: [UInt8]? { self }

    package init?(binary bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes else { return nil }
        self = Array(bytes)
    }
}
