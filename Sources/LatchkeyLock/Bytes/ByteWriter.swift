/// A writer of the lock's formats: big-endian fixed fields and length-prefixed blocks.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ byte: UInt8) { bytes.append(byte) }

    mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func put(_ field: [UInt8]) { bytes.append(contentsOf: field) }

    mutating func put(_ number: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// Writes a length-prefixed block of at most 65,535 bytes. Nil is written as an empty block.
    mutating func putBlock(_ block: [UInt8]?) {
        let block = block ?? []
        precondition(block.count <= Int(UInt16.max), "every format has a length far below")
        bytes.append(UInt8(block.count >> 8))
        bytes.append(UInt8(block.count & 0xff))
        bytes.append(contentsOf: block)
    }
}
