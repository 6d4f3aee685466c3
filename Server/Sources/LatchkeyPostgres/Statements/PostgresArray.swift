/// An array parameter: `column = ANY($1)` finds many rows with one statement, and `INSERT INTO … SELECT * FROM
/// unnest($1, …)` stores them. Elements that may be NULL are optionals.
package struct PostgresArray<Element: PostgresValue>: PostgresValue {
    package let elements: [Element]

    package init(_ elements: [Element]) {
        self.elements = elements
    }

    package static var type: PostgresType { Element.type.array }

    /// The format of `array_recv` (`arrayfuncs.c`): the number of dimensions, whether there are NULLs, and the element
    /// type. Then the length and lower bound of the dimension, and each element after its length.
    package var binary: [UInt8]? {
        let values = elements.map { $0.binary }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + values.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        func append(_ number: Int) { withUnsafeBytes(of: Int32(clamping: number).bigEndian) { bytes += $0 } }
        append(values.isEmpty ? 0 : 1)
        append(values.contains { $0 == nil } ? 1 : 0)
        append(Int(Element.type.oid))
        guard !values.isEmpty else { return bytes }
        append(values.count)
        append(1)
        for value in values {
            append(value?.count ?? Self.null)
            bytes += value ?? []
        }
        return bytes
    }

    /// The length of a NULL.
    private static var null: Int { -1 }

    package init?(binary bytes: UnsafeRawBufferPointer?, type: PostgresType) {
        guard let bytes else { return nil }
        var position = 0
        func number() -> Int? {
            guard position + 4 <= bytes.count else { return nil }
            defer { position += 4 }
            return Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: Int32.self)))
        }
        guard let dimensions = number(), number() != nil, number() == Int(Element.type.oid) else { return nil }
        var elements: [Element] = []
        if dimensions > 0 {
            guard dimensions == 1, let count = number(), number() != nil else { return nil }
            for _ in 0..<count {
                guard let length = number(), length >= Self.null, position + max(length, 0) <= bytes.count else {
                    return nil
                }
                let value = length < 0 ? nil : UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
                guard let element = Element(binary: value, type: Element.type) else { return nil }
                elements.append(element)
                position += max(length, 0)
            }
        }
        guard position == bytes.count else { return nil }
        self.elements = elements
    }
}

/// A parameter of type `bytea[]`.
package typealias PostgresByteArrays = PostgresArray<[UInt8]>
