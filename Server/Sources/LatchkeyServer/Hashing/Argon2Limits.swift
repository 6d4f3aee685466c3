/// What a stored record may ask for. A record that was tampered with must not take the server's memory or time.
enum Argon2Limits {
    static let passes = 1...10
    static let lanes = 1...4
    static let saltLength = 8...64
    static let tagLength = 16...64
    /// Bytes of the text that SHA-256 was salted with before.
    static let legacySaltLength = 1...128
    /// Bytes of PHC text; the longest that the other limits allow is 393.
    static let textLength = 512

    /// From 8 KiB a lane, the least that RFC 9106 (3.1) allows, to 256 MiB.
    static func memoryKiB(lanes: Int) -> ClosedRange<Int> { 8 * lanes...256 * 1024 }
}
