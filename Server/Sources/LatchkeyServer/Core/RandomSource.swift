/// A source of secrets and identifiers. Only tests use another than ``SystemRandomSource``.
protocol RandomSource: Sendable {
    /// Returns unpredictable bytes, independent of all earlier ones.
    func bytes(_ count: Int) -> [UInt8]
}

extension RandomSource {
    /// Returns 128 random bits in hexadecimal, as an ID that is not secret.
    func makeID() -> String { HexText.encode(bytes(16)) }
}

/// The system's generator (`getrandom` on Linux, `arc4random_buf` on Apple systems), which never fails.
struct SystemRandomSource: RandomSource {
    func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 7)
        while bytes.count < count {
            withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
        }
        return Array(bytes.prefix(count))
    }
}
