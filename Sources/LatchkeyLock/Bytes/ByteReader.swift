/// A reader of the format of `ByteWriter`. Input that is too short or too long is damaged.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func take(_ count: Int) throws(VaultError) -> [UInt8] {
        guard rest.count >= count else { throw .damaged }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func takeByte() throws(VaultError) -> UInt8 { try take(1)[0] }

    /// Reads a flag, 0 or 1. Any other byte is damaged, so that no value has two encodings.
    mutating func takeFlag() throws(VaultError) -> Bool {
        switch try takeByte() {
        case 0: false
        case 1: true
        default: throw .damaged
        }
    }

    mutating func takeNumber() throws(VaultError) -> UInt64 {
        try take(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func takeBlock() throws(VaultError) -> [UInt8]? {
        let length = try take(2)
        let block = try take(Int(length[0]) << 8 | Int(length[1]))
        return block.isEmpty ? nil : block
    }

    func finish() throws(VaultError) {
        guard rest.isEmpty else { throw .damaged }
    }
}
