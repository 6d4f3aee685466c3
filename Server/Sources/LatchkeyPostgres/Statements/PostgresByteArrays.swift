#if PostgreSQL
/// Several pieces of data as one parameter, `bytea[]`, for `column = ANY($1)`: one statement finds many rows.
package struct PostgresByteArrays: PostgresValue {
    package let elements: [[UInt8]]

    package init(_ elements: [[UInt8]]) {
        self.elements = elements
    }

    package static var type: PostgresType { .arrayOfBytes }

    /// As `array_recv` of the server's `arrayfuncs.c` reads it: the number of dimensions, whether there are NULLs, the
    /// elements' type; for the only dimension its length and lowest index; then each element behind its length.
    package var binary: [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + $1.count })
        func append(_ number: Int) { withUnsafeBytes(of: Int32(clamping: number).bigEndian) { bytes += $0 } }
        append(elements.isEmpty ? 0 : 1)
        append(0)
        append(Int(PostgresType.bytes.oid))
        guard !elements.isEmpty else { return bytes }
        append(elements.count)
        append(1)
        for element in elements {
            append(element.count)
            bytes += element
        }
        return bytes
    }

    package init?(binary bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes else { return nil }
        var position = 0
        func number() -> Int? {
            guard position + 4 <= bytes.count else { return nil }
            defer { position += 4 }
            return Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: Int32.self)))
        }
        guard let dimensions = number(), number() != nil, number() == Int(PostgresType.bytes.oid) else { return nil }
        var elements: [[UInt8]] = []
        if dimensions > 0 {
            guard dimensions == 1, let count = number(), number() != nil else { return nil }
            for _ in 0..<count {
                // A NULL has the length -1.
                guard let length = number(), length >= 0, position + length <= bytes.count else { return nil }
                elements.append(Array(bytes[position..<position + length]))
                position += length
            }
        }
        guard position == bytes.count else { return nil }
        self.elements = elements
    }
}
#endif
