enum HexText {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Encodes bytes as two lower-case digits each.
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for (index, byte) in bytes.enumerated() {
                text.initializeElement(at: 2 * index, to: digits[Int(byte >> 4)])
                text.initializeElement(at: 2 * index + 1, to: digits[Int(byte & 15)])
            }
            return 2 * bytes.count
        }
    }

    /// Returns nil for a text that ``encode(_:)`` does not return.
    static func decode(_ text: String) -> [UInt8]? {
        let values = text.utf8.map { digits.firstIndex(of: $0) }
        guard values.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: values.count, by: 2) {
            guard let high = values[start], let low = values[start + 1] else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }
}
