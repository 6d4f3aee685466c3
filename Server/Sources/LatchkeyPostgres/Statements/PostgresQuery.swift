/// A statement with its values.
package struct PostgresQuery: Sendable {
    let statement: PostgresStatement
    let values: [any PostgresValue]

    /// The SQL text, without the values.
    package var text: String { String(decoding: statement.bytes, as: UTF8.self) }

    /// The types of the values, as declared to the server.
    var types: [UInt32] { values.map { Swift.type(of: $0).type.oid } }

    /// Calls `body` with the arguments of libpq's functions: addresses (nil for NULL) and lengths, valid only during
    /// the call.
    func withParameters<Result>(
        _ body: (_ values: [UnsafePointer<CChar>?], _ lengths: [Int32], _ formats: [Int32]) -> Result
    ) -> Result {
        var bytes: [UInt8] = []
        var ranges: [Range<Int>?] = []
        for value in values {
            guard let binary = value.binary else {
                ranges.append(nil)
                continue
            }
            ranges.append(bytes.count..<bytes.count + binary.count)
            bytes += binary
        }
        // An empty array may have no address, which would mean NULL.
        bytes.append(0)
        let lengths = ranges.map { Int32(clamping: $0?.count ?? 0) }
        return bytes.withUnsafeBytes { buffer in
            let start = buffer.bindMemory(to: CChar.self).baseAddress
            let addresses = ranges.map { range in range.flatMap { range in start.map { $0 + range.lowerBound } } }
            return body(addresses, lengths, Array(repeating: Format.binary, count: values.count))
        }
    }

    /// The formats of values (https://www.postgresql.org/docs/15/libpq-exec.html#LIBPQ-PQEXECPARAMS).
    enum Format {
        static let binary: Int32 = 1
    }
}
