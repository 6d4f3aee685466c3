import Crypto

/// The number of rows of a table, and the SHA-256 of all values in order.
struct TableDigest: Equatable {
    private(set) var count = 0
    private var hash = SHA256()

    /// Adds each value after its length; the length of NULL is all ones.
    mutating func add(_ row: [[UInt8]?]) {
        count += 1
        var bytes: [UInt8] = []
        for value in row {
            withUnsafeBytes(of: Int64(value?.count ?? -1).bigEndian) { bytes += $0 }
            bytes += value ?? []
        }
        hash.update(data: bytes)
    }

    static func == (one: TableDigest, other: TableDigest) -> Bool {
        one.count == other.count && one.hash.finalize() == other.hash.finalize()
    }
}
