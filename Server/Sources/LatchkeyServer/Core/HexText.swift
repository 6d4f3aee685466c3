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
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for digit in text.utf8 {
            guard let value = value(of: digit) else { return nil }
            if let first = high { bytes.append(first << 4 | value) }
            high = high == nil ? value : nil
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
