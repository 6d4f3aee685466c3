/// A reader that finds the end of a CBOR item (https://www.rfc-editor.org/rfc/rfc8949). It supports what authenticators
/// may write: no tags, no indefinite lengths, at most four levels (CTAP 2.1, section 8, "CTAP2 canonical CBOR encoding
/// form").
struct CBORReader {
    private static let maximumDepth = 4

    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Skips a map. Returns false if there is none.
    mutating func skipMap() -> Bool {
        guard position < bytes.endIndex, bytes[position] >> 5 == 5 else { return false }
        return skipItem(depth: 1)
    }

    /// Skips an item.
    ///
    /// - Parameter depth: The level of the item, if it is an array or a map.
    private mutating func skipItem(depth: Int) -> Bool {
        guard let (type, count) = takeHead() else { return false }
        switch type {
        // Numbers; true, false, null and floats.
        case 0, 1, 7: return true
        case 2, 3: return skip(count)
        case 4: return skipItems(count, depth: depth)
        case 5: return count <= bytes.count && skipItems(2 * count, depth: depth)
        default: return false
        }
    }

    private mutating func skipItems(_ count: Int, depth: Int) -> Bool {
        // Each item has at least one byte.
        guard depth <= Self.maximumDepth, count <= bytes.endIndex - position else { return false }
        for _ in 0..<count { guard skipItem(depth: depth + 1) else { return false } }
        return true
    }

    private mutating func skip(_ count: Int) -> Bool {
        guard count <= bytes.endIndex - position else { return false }
        position += count
        return true
    }

    /// Reads the type of an item and its argument: a value or a count.
    private mutating func takeHead() -> (type: UInt8, count: Int)? {
        guard position < bytes.endIndex else { return nil }
        let first = bytes[position]
        position += 1
        let width: Int
        switch first & 0x1F {
        case 0...23: return (first >> 5, Int(first & 0x1F))
        case 24: width = 1
        case 25: width = 2
        case 26: width = 4
        case 27: width = 8
        default: return nil
        }
        let start = position
        guard skip(width) else { return nil }
        let number = bytes[start..<position].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // No count is larger. Of a value, only the width matters.
        return (first >> 5, Int(clamping: number))
    }
}
