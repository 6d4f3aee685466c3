/// A CBOR item (RFC 8949), written unchanged: unsorted, and with duplicates.
package enum CBORValue: Sendable {
    case int(Int)
    case bytes([UInt8])
    case text(String)
    case bool(Bool)
    case array([CBORValue])
    case map([(CBORValue, CBORValue)])

    package var encoded: [UInt8] {
        switch self {
        case .int(let number): number < 0 ? Self.head(1, -1 - number) : Self.head(0, number)
        case .bytes(let bytes): Self.head(2, bytes.count) + bytes
        case .text(let text): Self.head(3, text.utf8.count) + text.utf8
        case .bool(let isTrue): [isTrue ? 0xF5 : 0xF4]
        case .array(let items): Self.head(4, items.count) + items.flatMap(\.encoded)
        case .map(let members): Self.head(5, members.count) + members.flatMap { $0.encoded + $1.encoded }
        }
    }

    private static func head(_ type: UInt8, _ number: Int) -> [UInt8] {
        let type = type << 5
        return switch number {
        case 0..<24: [type | UInt8(number)]
        case 24..<0x100: [type | 24, UInt8(number)]
        case 0x100..<0x1_0000: [type | 25, UInt8(number >> 8), UInt8(number & 0xFF)]
        default: [type | 26] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
    }
}
